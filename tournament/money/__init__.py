"""Pure: amounts of money in whole cents, and a cash box added up from its lines."""
