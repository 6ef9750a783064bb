"""The entries: the games of one seed in one file (or two), checked against its text line by line.

How to read one, here seed 002's Pepper:

    contracts=(
        Contract(bids=numbers(1, 5), made=pay(TRICKS, TRICKS), set=pay(-6, TRICKS)),
        Contract(bids=("big-pepper",), needs=ALL, made=pay(12, TRICKS), set=pay(-12, TRICKS)),
    )

"Bids are 1 to 5. Made: the makers score their tricks, the defenders theirs. Set: the makers lose 6, the
defenders score their tricks. Big pepper needs all the tricks and pays 12, or loses 12." `pay` names the
makers first; a table such as `{3: 1, 4: 1, 5: 2}` pays by tricks taken; `rule("set", {...})` is a house rule
that stands in the place of a value, its usual answer first. A rule with a single answer offers no choice; it
shows the table that the answer is ours and not the text's.

Some bids and house rules that many games share are written short, again with the usual answer first:

    numbers(3)            bids of 3 and up to all the tricks; numbers(1, 5): 1 to 5
    minimum_bid(1, 3)     the lowest bid is 1; a club may begin at 3
    target(5, 7, 10)      a game is to 5; a club may play to 7 or to 10; None: the text names no number
    all_pass(1, 3)        if everybody passes, the cards are thrown in; a club may let the dealer bid, at least 1 or 3

The words are explained in `language`, the questions of the house rules stand in `questions`, and what several
games have in common is in `shared`.
"""
