-- The ledger of the daily allowance. Plain statements only, as the remote migrations of D1 cut the body of a trigger
-- at each semicolon (https://github.com/cloudflare/workers-sdk/issues/15178): the store keeps the counters, in the batch
-- of each change. Times are milliseconds since 1970 UTC, days are UTC days as YYYY-MM-DD, micro_neurons are millionths of
-- a neuron: whole numbers add up without drift and stay far below 2^53. The same tables for PostgreSQL are in postgres/.

-- One row a run, from its reservation on.
CREATE TABLE IF NOT EXISTS runs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    day TEXT NOT NULL,
    visitor TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units > 0),
    reserved_micro_neurons INTEGER NOT NULL CHECK (reserved_micro_neurons >= 0),
    -- "new" lives only inside the batch that reserves.
    state TEXT NOT NULL CHECK (state IN ('new', 'reserved', 'settled', 'released', 'expired')),
    reserved_ms INTEGER NOT NULL,
    closed_ms INTEGER,
    input_tokens INTEGER,
    output_tokens INTEGER,
    micro_neurons INTEGER CHECK (micro_neurons >= 0),
    neurons_basis TEXT CHECK (neurons_basis IN ('measured', 'estimated')),
    outcome TEXT
) STRICT, WITHOUT ROWID;

-- Only open reservations are in it, so the sweep never reads the rows of the day.
CREATE INDEX IF NOT EXISTS open_runs ON runs (reserved_ms) WHERE state = 'reserved';

-- What a day has charged: reservations at their worst case, settled runs at what they spent.
CREATE TABLE IF NOT EXISTS days (
    day TEXT NOT NULL PRIMARY KEY,
    units INTEGER NOT NULL DEFAULT 0 CHECK (units >= 0),
    micro_neurons INTEGER NOT NULL DEFAULT 0 CHECK (micro_neurons >= 0),
    refused INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What a visitor has used of a day: the key is a keyed hash that changes every day.
CREATE TABLE IF NOT EXISTS visitors (
    day TEXT NOT NULL,
    visitor TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (day, visitor)
) STRICT, WITHOUT ROWID;
