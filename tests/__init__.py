"""The tests. They keep what they compile, also where Python is told not to.

Otherwise every worker would compile the site and the tests again, which takes twelve seconds, and every server that a
test starts the site, a third of a second (measured).
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for the processes that are started from here
