// Applies migrations/*.sql to a local D1, in the table that `wrangler d1 migrations` keeps too.
import fs from 'node:fs';
import path from 'node:path';
import { unstable_splitSqlQuery } from 'wrangler';

/** Applies what is missing, in order of name, each file as one transaction; returns the names applied. */
export async function migrate(database, { folder, table }) {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.sql')).sort() : [];
  await database
    .prepare(
      `CREATE TABLE IF NOT EXISTS "${table}"(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, ` +
        'applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .run();
  const { results } = await database.prepare(`SELECT name FROM "${table}"`).all();
  const applied = new Set(results.map(({ name }) => name));
  const missing = files.filter((name) => !applied.has(name));
  for (const name of missing) {
    const statements = unstable_splitSqlQuery(fs.readFileSync(path.join(folder, name), 'utf8'));
    try {
      await database.batch([
        ...statements.map((statement) => database.prepare(statement)),
        database.prepare(`INSERT INTO "${table}" (name) VALUES (?)`).bind(name),
      ]);
    } catch (error) {
      throw new Error(`migrations/${name}: ${error.message}`, { cause: error });
    }
  }
  return missing;
}
