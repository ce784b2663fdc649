-- Who registered a webhook without an API key: it counts against no one else at the same URL.
ALTER TABLE "webhooks" ADD COLUMN "network_hash" TEXT;
