-- Each webhook fails for itself: its failures in a row, how long it rests, and when it was given up.
ALTER TABLE "webhooks"
ADD COLUMN     "secret_hash" TEXT,
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "disabled_at" TIMESTAMPTZ(3);

CREATE INDEX "webhooks_secret_hash_idx" ON "webhooks"("secret_hash");
CREATE INDEX "webhooks_url_idx" ON "webhooks"("url");

-- What is due of one webhook, however much another one has waiting.
CREATE INDEX "webhook_deliveries_due_of_webhook_idx" ON "webhook_deliveries"("webhook_id", "next_attempt_at", "seq") WHERE "status" = 'pending';
