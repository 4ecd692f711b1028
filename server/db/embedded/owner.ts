// Foyer's user owns its database and is no superuser: an injected statement cannot read files, start programs or create
// users.
import { randomBytes } from "node:crypto";
import pg from "pg";

const owner = "foyer_app";

type Options = {
  database: string;
  createsDatabases: boolean;
};

/**
 * Creates the database and its owner if they are missing.
 * @param superuserUrl the address of a database for the superuser.
 * @returns the owner's name and password, which changes with each start.
 */
export async function prepareOwner(
  superuserUrl: (database: string) => string,
  { database, createsDatabases }: Options,
): Promise<{ user: string; password: string }> {
  const password = randomBytes(24).toString("hex");
  await asSuperuser(superuserUrl("postgres"), async (client) => {
    const roles = await client.query("select 1 from pg_roles where rolname = $1", [owner]);
    if (roles.rowCount === 0) await client.query(`create role ${owner}`);
    await client.query(
      `alter role ${owner} login nosuperuser nocreaterole noreplication nobypassrls
        ${createsDatabases ? "createdb" : "nocreatedb"} password '${password}'`,
    );
    // Simulations have many deadlocks, and shorten the wait for their detection.
    if (createsDatabases) await client.query(`grant set on parameter deadlock_timeout to ${owner}`);
    const databases = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (databases.rowCount === 0) await client.query(`create database ${database} owner ${owner}`);
    else await client.query(`alter database ${database} owner to ${owner}`);
  });
  await asSuperuser(superuserUrl(database), (client) => client.query(handOverSql));
  return { user: owner, password };
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Gives the owner what the superuser owned in older installations, except the parts of PostgreSQL and of extensions. An
 * index and the sequence of a column follow their table. (`reassign owned` does not work for the user who created the
 * cluster.)
 */
const handOverSql = `
do $$
declare
  part text;
begin
  for part in
    with own (class, id, description) as (
      select 'pg_namespace'::regclass, oid, format('schema %I', nspname)
        from pg_namespace where nspowner = current_user::regrole
      union all
      select 'pg_class'::regclass, oid, format('%s %s',
          case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
          oid::regclass)
        from pg_class where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, oid, format('routine %s', oid::regprocedure)
        from pg_proc where proowner = current_user::regrole
      union all
      select 'pg_type'::regclass, t.oid, format('type %s', t.oid::regtype)
        from pg_type t left join pg_class c on c.oid = t.typrelid
        where typowner = current_user::regrole and (typtype in ('d', 'e', 'r') or c.relkind = 'c')
    )
    select description from own
    -- PostgreSQL's own parts have the ids below this one (FirstNormalObjectId).
    where id >= 16384
      and not exists (
        select from pg_depend d where d.classid = own.class and d.objid = own.id and d.deptype in ('a', 'e', 'i')
      )
  loop
    execute format('alter %s owner to ${owner}', part);
  end loop;
end
$$`;
