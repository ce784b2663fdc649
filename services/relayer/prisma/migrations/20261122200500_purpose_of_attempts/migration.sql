-- The trigger for rows of older releases, with the new names. (\003B is a semicolon, see the migration that made it.)
CREATE OR REPLACE FUNCTION tx_attempts_purpose() RETURNS TRIGGER LANGUAGE plpgsql AS U&'
BEGIN
    NEW.purpose := CASE WHEN NEW.gas_limit = 21000 THEN ''gap_fill'' ELSE coalesce(
        (SELECT CASE WHEN r.kind IN (''claim'', ''initiation'') THEN r.kind ELSE ''job'' END
           FROM nonce_members m JOIN requests r ON r.id = m.request_id
          WHERE (m.chain, m.signer, m.nonce) = (NEW.chain, NEW.signer, NEW.nonce) LIMIT 1), ''claim'') END\003B
    RETURN NEW\003B
END';
