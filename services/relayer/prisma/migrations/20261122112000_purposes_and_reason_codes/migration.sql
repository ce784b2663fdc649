-- What a transaction is for, in place of telling a gap-filling transaction by its gas limit.
ALTER TABLE "tx_attempts" ADD COLUMN "purpose" TEXT;

-- A worker of the release before writes no purpose: its rows are told by their gas limit, as it tells them itself.
-- (\003B is a semicolon: the migration runner ends a statement at each semicolon, also inside of a function.)
CREATE FUNCTION tx_attempts_purpose() RETURNS TRIGGER LANGUAGE plpgsql AS U&'
BEGIN
    NEW.purpose := CASE WHEN NEW.gas_limit = 21000 THEN ''gap_fill'' ELSE coalesce(
        (SELECT CASE WHEN s.kind IN (''claim'', ''initiation'') THEN s.kind ELSE ''job'' END
           FROM slot_members m JOIN settlements s ON s.id = m.settlement_id
          WHERE (m.chain, m.signer, m.nonce) = (NEW.chain, NEW.signer, NEW.nonce) LIMIT 1), ''claim'') END\003B
    RETURN NEW\003B
END';
CREATE TRIGGER "tx_attempts_purpose" BEFORE INSERT ON "tx_attempts"
    FOR EACH ROW WHEN (NEW.purpose IS NULL) EXECUTE FUNCTION tx_attempts_purpose();

UPDATE "tx_attempts" AS t SET purpose = CASE WHEN t.gas_limit = 21000 THEN 'gap_fill' ELSE coalesce(
    (SELECT CASE WHEN s.kind IN ('claim', 'initiation') THEN s.kind ELSE 'job' END
       FROM slot_members m JOIN settlements s ON s.id = m.settlement_id
      WHERE (m.chain, m.signer, m.nonce) = (t.chain, t.signer, t.nonce) LIMIT 1), 'claim') END;

-- Codes for programs beside the sentences for operators. Workers of the release before write none, and leave the last one.
ALTER TABLE "settlements" ADD COLUMN "last_reason_code" TEXT;
ALTER TABLE "settlement_events" ADD COLUMN "event" TEXT;
