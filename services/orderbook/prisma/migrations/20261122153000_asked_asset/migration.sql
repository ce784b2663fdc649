-- Hop orders are found and counted by what was asked for. dest_asset is the asked asset from here on, and hub_asset
-- what the destination escrow holds. dest_chain stays the chain of that escrow: the watcher goes by it.
ALTER TABLE "orders" ADD COLUMN "hub_asset" TEXT, ADD COLUMN "final_amount" DECIMAL(78,0);

-- Writers of orders and of the roll-ups wait from here to the end of this migration, which is one transaction.
LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "stats_hours" IN SHARE ROW EXCLUSIVE MODE;

-- The release before writes what the escrow holds as dest_asset, and no hub_asset. The release after may drop this.
CREATE FUNCTION orders_asked_asset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked RECORD;
BEGIN
  SELECT destination_asset, destination_amount INTO STRICT asked FROM quotes WHERE quote_id = NEW.quote_id;
  NEW.hub_asset := NEW.dest_asset;
  NEW.dest_asset := asked.destination_asset;
  NEW.final_amount := asked.destination_amount;
  RETURN NEW;
END $$;

CREATE TRIGGER "orders_asked_asset" BEFORE INSERT ON "orders" FOR EACH ROW
  WHEN (NEW.route_type = 'hop' AND NEW.hub_asset IS NULL) EXECUTE FUNCTION orders_asked_asset();

CREATE TEMP TABLE hop_orders ON COMMIT DROP AS
SELECT o.order_id, o.source_asset, o.dest_asset AS hub_asset, q.destination_asset AS asked_asset,
  q.destination_amount AS final_amount, date_trunc('hour', o.created_at, 'UTC') AS hour, o.volume_usd, o.status,
  floor(extract(epoch FROM o.completed_at - o.created_at) + 0.5)::int AS completion_secs
FROM orders o JOIN quotes q ON q.quote_id = o.quote_id WHERE o.route_type = 'hop';

-- Hours hold each hop order as it stands, less what its events are still to add. They move to the asked asset.
CREATE TEMP TABLE hop_hours ON COMMIT DROP AS
WITH folded AS (SELECT coalesce(max(value), 0) AS seq FROM stats_counters WHERE name = 'folded_seq'), to_fold AS (
  SELECT e.* FROM order_events e WHERE e.seq IS NULL AND NOT e.rolled_up
  UNION ALL SELECT e.* FROM order_events e, folded WHERE e.seq > folded.seq AND NOT e.rolled_up
), contributions AS (
  SELECT hour, source_asset, hub_asset, asked_asset, 1 AS created, (status = 'completed')::int AS completed,
    (status IN ('cancelled', 'expired'))::int AS cancelled, volume_usd, completion_secs
  FROM hop_orders
  UNION ALL
  SELECT h.hour, h.source_asset, h.hub_asset, h.asked_asset, -(e.type = 'order.created')::int,
    -(e.status = 'completed')::int + coalesce((e.previous_status = 'completed')::int, 0),
    -(e.status IN ('cancelled', 'expired'))::int + coalesce((e.previous_status IN ('cancelled', 'expired'))::int, 0),
    h.volume_usd, e.completion_secs
  FROM to_fold e JOIN hop_orders h ON h.order_id = e.order_id
  WHERE e.type IN ('order.created', 'order.status_changed')
)
SELECT hour, source_asset, hub_asset, asked_asset, sum(created) AS total, sum(completed) AS completed,
  sum(cancelled) AS cancelled, sum(volume_usd * completed) AS volume,
  coalesce(sum(completion_secs * completed), 0) AS secs
FROM contributions GROUP BY 1, 2, 3, 4;

INSERT INTO stats_hours AS s (hour, source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
SELECT hour, source_asset, dest_asset, sum(total), sum(completed), sum(cancelled), sum(volume), sum(secs) FROM (
  SELECT hour, source_asset, asked_asset AS dest_asset, total, completed, cancelled, volume, secs FROM hop_hours
  UNION ALL SELECT hour, source_asset, hub_asset, -total, -completed, -cancelled, -volume, -secs FROM hop_hours
) moves GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (hour, source_asset, dest_asset) DO UPDATE SET
  total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders,
  cancelled_orders = s.cancelled_orders + excluded.cancelled_orders,
  completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd,
  completion_secs = s.completion_secs + excluded.completion_secs;

-- A pair of assets that only hops had is counted no more.
DELETE FROM stats_hours WHERE (total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs) = (0, 0, 0, 0, 0);
DELETE FROM stats_pairs WHERE (total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs) = (0, 0, 0, 0, 0);

UPDATE orders o SET hub_asset = h.hub_asset, dest_asset = h.asked_asset, final_amount = h.final_amount
FROM hop_orders h WHERE o.order_id = h.order_id;
