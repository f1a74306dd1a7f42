"""The tag `include` for every template: Django's own, but a template that is named in the text is looked for once."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.loader_tags import IncludeNode, do_include
from django.utils.safestring import SafeString

from cegoscore.clubs.templatetags.sentences import literal_of

register = template.Library()


@register.tag
def include(parser: Parser, token: Token) -> IncludeNode:
    """`{% include "_faults.html" with faults=form_faults only %}`; one named by a variable is Django's."""
    node = do_include(parser, token)
    name = literal_of(node.template)
    return node if name is None else NamedNode(node, name)


class NamedNode(IncludeNode):
    """A template that is always the same; Django would look for it anew on each page, which has twenty of them."""

    def __init__(self, node: IncludeNode, name: str) -> None:
        """Take over from Django's node."""
        super().__init__(node.template, extra_context=node.extra_context, isolated_context=node.isolated_context)
        self.name = name
        self.loaded: template.Template | None = None

    def render(self, context: Context) -> SafeString:
        """Render it with the values that it is given beside, or with those only."""
        loaded = self.loaded
        if loaded is None:
            loaded = self.loaded = context.template.engine.get_template(self.name)  # type: ignore[union-attr]
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        if self.isolated_context:
            return loaded.render(context.new(values))
        with context.push(**values):
            return loaded.render(context)
