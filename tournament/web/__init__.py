"""What the pages of both apps share: who asks for a page, the request, addresses, refusals, links to scoring pages."""
