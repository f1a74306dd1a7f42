"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("hosting", "0001_start"), ("hosting", "0002_job_names_its_host")]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="JobRun",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("due_at", models.DateTimeField()),
                ("began_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("outcome", models.TextField(blank=True)),
                ("has_failed", models.BooleanField(db_default=False, default=False)),
                ("host", models.TextField(blank=True, db_default="", default="")),
            ],
        ),
    ]
