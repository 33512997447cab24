"""What all tests stand on."""

import signal
import threading

# A shell that starts pytest in the background has it ignore interrupts; so would every program that a test starts, and
# then interrupts in vain. Children take over what is ignored here, so it is put right before the first test.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
