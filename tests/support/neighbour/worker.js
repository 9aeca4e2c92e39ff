// Calls the quota as the test says: POST {"method": "take", "args": [...]} is env.QUOTA.take(...args). JSON has no undefined and no NaN:
// {"$": "undefined"} and {"$": "NaN"} stand for them. POST {"batch": [[sql, values], ...]} is a batch of D1, {"exec": sql} its exec.
const SPECIAL = { undefined, NaN, Infinity, big: 10n ** 20n, date: new Date(0), function: () => 1 };

const revive = (value) => {
  if (!value || typeof value !== 'object') return value;
  if ('$' in value) return SPECIAL[value.$];
  return Array.isArray(value) ? value : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
};

async function answer({ method, args, batch, exec }, env) {
  if (batch) return env.DB.batch(batch.map(([sql, values]) => env.DB.prepare(sql).bind(...values)));
  if (exec) return env.DB.exec(exec);
  return env.QUOTA[method](...args.map(revive));
}

export default {
  async fetch(request, env) {
    try {
      return Response.json({ answer: await answer(await request.json(), env) });
    } catch (error) {
      return Response.json({ thrown: String(error) });
    }
  },
};
