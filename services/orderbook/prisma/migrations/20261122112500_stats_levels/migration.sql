-- Coarser levels of stats_hours: all hours of a pair of assets, and all pairs of an hour. Triggers keep them, so that they
-- are right whichever release writes the hours while replicas of two releases run.
CREATE TABLE "stats_pairs" (
    "source_asset" TEXT NOT NULL,
    "dest_asset" TEXT NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "completed_orders" BIGINT NOT NULL,
    "cancelled_orders" BIGINT NOT NULL,
    "completed_volume_usd" DECIMAL(38,6) NOT NULL,
    "completion_secs" BIGINT NOT NULL,

    CONSTRAINT "stats_pairs_pkey" PRIMARY KEY ("source_asset","dest_asset")
);

CREATE TABLE "stats_hour_totals" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "completed_orders" BIGINT NOT NULL,
    "cancelled_orders" BIGINT NOT NULL,
    "completed_volume_usd" DECIMAL(38,6) NOT NULL,
    "completion_secs" BIGINT NOT NULL,

    CONSTRAINT "stats_hour_totals_pkey" PRIMARY KEY ("hour")
);

-- The latest hour in which a user ordered: who ordered since some hour is counted by it.
ALTER TABLE "stats_users" ADD COLUMN "last_hour" TIMESTAMPTZ(0);
CREATE INDEX "stats_users_last_hour_idx" ON "stats_users"("last_hour");

-- Writers of the hours wait from here to the end of this migration, which is one transaction.
LOCK TABLE "stats_hours", "stats_user_hours" IN SHARE ROW EXCLUSIVE MODE;

-- One statement may fire two of these. The lock keeps writers from waiting for each other in a circle.
CREATE FUNCTION stats_hours_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7216010005);
  INSERT INTO stats_pairs AS s (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT * FROM new_rows) d GROUP BY source_asset, dest_asset ORDER BY source_asset, dest_asset
  ON CONFLICT (source_asset, dest_asset) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  INSERT INTO stats_hour_totals AS s (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT * FROM new_rows) d GROUP BY hour ORDER BY hour
  ON CONFLICT (hour) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  RETURN NULL;
END $$;

CREATE FUNCTION stats_hours_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7216010005);
  INSERT INTO stats_pairs AS s (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs FROM new_rows
    UNION ALL SELECT hour, source_asset, dest_asset, -total_orders, -completed_orders, -cancelled_orders, -completed_volume_usd, -completion_secs FROM old_rows) d GROUP BY source_asset, dest_asset ORDER BY source_asset, dest_asset
  ON CONFLICT (source_asset, dest_asset) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  INSERT INTO stats_hour_totals AS s (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs FROM new_rows
    UNION ALL SELECT hour, source_asset, dest_asset, -total_orders, -completed_orders, -cancelled_orders, -completed_volume_usd, -completion_secs FROM old_rows) d GROUP BY hour ORDER BY hour
  ON CONFLICT (hour) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  RETURN NULL;
END $$;

CREATE FUNCTION stats_hours_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7216010005);
  INSERT INTO stats_pairs AS s (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, -total_orders AS total_orders, -completed_orders AS completed_orders, -cancelled_orders AS cancelled_orders, -completed_volume_usd AS completed_volume_usd, -completion_secs AS completion_secs FROM old_rows) d GROUP BY source_asset, dest_asset ORDER BY source_asset, dest_asset
  ON CONFLICT (source_asset, dest_asset) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  INSERT INTO stats_hour_totals AS s (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, -total_orders AS total_orders, -completed_orders AS completed_orders, -cancelled_orders AS cancelled_orders, -completed_volume_usd AS completed_volume_usd, -completion_secs AS completion_secs FROM old_rows) d GROUP BY hour ORDER BY hour
  ON CONFLICT (hour) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  RETURN NULL;
END $$;

CREATE TRIGGER "stats_hours_inserted" AFTER INSERT ON "stats_hours"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_hours_inserted();
CREATE TRIGGER "stats_hours_updated" AFTER UPDATE ON "stats_hours"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_hours_updated();
CREATE TRIGGER "stats_hours_deleted" AFTER DELETE ON "stats_hours"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_hours_deleted();

INSERT INTO stats_pairs (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM stats_hours GROUP BY source_asset, dest_asset;

INSERT INTO stats_hour_totals (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM stats_hours GROUP BY hour;

-- This release writes last_hour itself, and stats_user_hours no more; the one before still writes and reads that.
CREATE FUNCTION stats_user_hours_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stats_users u SET last_hour = n.hour
  FROM (SELECT user_id, max(hour) AS hour FROM new_rows GROUP BY user_id) n
  WHERE u.user_id = n.user_id AND (u.last_hour IS NULL OR u.last_hour < n.hour);
  RETURN NULL;
END $$;

CREATE TRIGGER "stats_user_hours_inserted" AFTER INSERT ON "stats_user_hours"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_user_hours_inserted();

UPDATE stats_users u SET last_hour = n.hour
FROM (SELECT user_id, max(hour) AS hour FROM stats_user_hours GROUP BY user_id) n WHERE u.user_id = n.user_id;
