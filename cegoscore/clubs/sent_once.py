"""Forms whose answer is written once, however often it is sent."""

from uuid import UUID, uuid4, uuid5

from django import forms


class SentOnceForm(forms.Form):
    """A form that is known by the UUID of its page and by what it says: sent again, the service finds it written.

    Who goes back to the page and sends something else says something new.
    """

    uuid = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def clean_uuid(self) -> UUID:
        """The key of what was sent."""
        values = {name: self[name].value() for name in self.fields if name != "uuid"}
        typed = {name: value for name, value in values.items() if value is not None}  # who came since is not asked for
        return uuid5(self.cleaned_data["uuid"], repr(typed))
