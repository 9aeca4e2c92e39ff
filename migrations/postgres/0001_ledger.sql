-- The tables of ../0001_ledger.sql for PostgreSQL, to be applied with psql where QUOTA_STORE is hyperdrive.

CREATE TABLE IF NOT EXISTS runs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    day TEXT NOT NULL,
    visitor TEXT NOT NULL,
    units BIGINT NOT NULL CHECK (units > 0),
    reserved_micro_neurons BIGINT NOT NULL CHECK (reserved_micro_neurons >= 0),
    state TEXT NOT NULL CHECK (state IN ('new', 'reserved', 'settled', 'released', 'expired')),
    reserved_ms BIGINT NOT NULL,
    closed_ms BIGINT,
    input_tokens BIGINT,
    output_tokens BIGINT,
    micro_neurons BIGINT CHECK (micro_neurons >= 0),
    neurons_basis TEXT CHECK (neurons_basis IN ('measured', 'estimated')),
    outcome TEXT
);

CREATE INDEX IF NOT EXISTS open_runs ON runs (reserved_ms) WHERE state = 'reserved';

CREATE TABLE IF NOT EXISTS days (
    day TEXT NOT NULL PRIMARY KEY,
    units BIGINT NOT NULL DEFAULT 0 CHECK (units >= 0),
    micro_neurons BIGINT NOT NULL DEFAULT 0 CHECK (micro_neurons >= 0),
    refused BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS visitors (
    day TEXT NOT NULL,
    visitor TEXT NOT NULL,
    units BIGINT NOT NULL CHECK (units >= 0),
    PRIMARY KEY (day, visitor)
);

-- Holds no rows: each batch locks it, so that batches follow one another as they do on D1.
CREATE TABLE IF NOT EXISTS ledger_lock ();
