from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone


def count_soon(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Let the job that writes outings anew begin at once: claims and faults are counted in another way now."""
    apps.get_model("hosting", "JobRun").objects.filter(name="outings").update(due_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("outings", "0002_sums_by_span"), ("hosting", "0001_start")]
    operations = [migrations.RunPython(count_soon, migrations.RunPython.noop)]
