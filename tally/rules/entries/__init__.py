"""The entries: the rules of every game, by family, checked against their texts line by line.

An entry's `source` is the number of the seed, the text that it was written from (see `variants.SOURCES`). This is how
to read one, here Pepper from seed 002:

    contracts=(
        Contract(bids=numbers(1, 5), made=pay(TRICKS, TRICKS), set=pay(-6, TRICKS)),
        Contract(bids=("big-pepper",), needs=ALL, made=pay(12, TRICKS), set=pay(-12, TRICKS)),
    )

"Bids are 1 to 5. If the bid is made, the makers score their tricks, and the defenders theirs. If it is set, the makers
lose 6, and the defenders score their tricks. Big pepper needs all the tricks; it pays 12, or loses 12."

`pay` has the makers first. A mapping such as `{3: 1, 4: 1, 5: 2}` pays by the tricks taken. `rule("set", {...})` is a
house rule in the place of a value, with the usual answer first. A rule with only one answer leaves no choice; it tells
players that the answer is not from the text.

Bids and house rules that many games share have a short form, again with the usual answer first:

    numbers(3)            bids from 3 up to all the tricks; numbers(1, 5): from 1 to 5
    minimum_bid(1, 3)     the lowest bid is 1; a club may start at 3
    target(5, 7, 10)      a game is to 5; a club may play to 7 or 10; None: the text gives no number
    all_pass(1, 3)        if everybody passes, the cards are thrown in; a club may make the dealer bid at least 1 or 3

What does not change the points, such as who leads, is said by `card_play`, and only where it is not as usual:

    card_play=CardPlay(dealt="three at a time", leads=LEFT_OF_DEALER, leads_no_trump=RIGHT_OF_MAKER)

`teaching` makes the text of how to play from it, and from the pack, the trumps and the contracts.

`rule(..., any_number=between(0, 20))` lets a night answer with any number in these limits, too. Without a meaning of
its own, a number means itself; `between(1, 6, lambda low: numbers(low))` says what it means.

See `language` for what an entry is made of, `questions` for the questions of the house rules, and `shared` for what
several games have in common.
"""
