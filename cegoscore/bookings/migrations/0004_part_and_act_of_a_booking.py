import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bookings", "0003_currency_of_a_booking"),
    ]

    operations = [
        migrations.AlterField(model_name="booking", name="uuid", field=models.UUIDField(default=uuid.uuid4)),
        migrations.AddField(
            model_name="booking",
            name="part",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="booking",
            name="act",
            field=models.UUIDField(blank=True, null=True),
        ),
    ]
