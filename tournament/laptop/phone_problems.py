"""What phones may stumble over on the way to this laptop: its settings, its certificate, its name in the network."""

from __future__ import annotations

from threading import Lock

OTHER_PORT = "other port"  # than codes from before have


class PhoneProblems:
    """Sentences, each about one thing: a new one about it takes the place of the one before."""

    def __init__(self) -> None:
        self._sentences: dict[str, list[str]] = {}
        self._lock = Lock()

    def say(self, about: str, *sentences: str) -> None:
        """Remember what is wrong with one thing; without a sentence nothing is."""
        with self._lock:
            if sentences:
                self._sentences[about] = list(sentences)
            else:
                self._sentences.pop(about, None)

    def about(self, about: str) -> str:
        """Return what is wrong with one thing; empty where nothing is."""
        with self._lock:
            return " ".join(self._sentences.get(about, []))

    def sentences(self) -> list[str]:
        """Return what is wrong now."""
        with self._lock:
            return [sentence for sentences in self._sentences.values() for sentence in sentences]

    def forget(self) -> None:
        """Begin anew, as a night starts."""
        with self._lock:
            self._sentences.clear()


phone_problems = PhoneProblems()
