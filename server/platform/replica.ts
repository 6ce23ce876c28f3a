// Lists and files are read from a standby of the database where there is one. Nobody sees less than they have written, and
// nobody notices a standby that is late or away.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { type Db, makeDb, makePool, makeReplicaDb } from './db.ts'
import type { Logger } from './log.ts'
import { type LimitedPool, limits } from './pool.ts'
import { sharedRuns } from './shared-run.ts'
import { selectRows } from './statement.ts'

export interface ReplicaState {
  is_in_use: boolean
  /** Null: not known. */
  lag: { seconds: number; bytes: number } | null
  reads: { replica: number; behind: number; failed: number }
}

export interface Replica {
  readonly isInUse: boolean
  /** The replica when it has all that the account has written, else the primary. */
  dbFor: (accountId: number) => Promise<Db>
  state: () => ReplicaState
  stop: () => void
}

export interface ReplicaConfig {
  url: string
  /** In seconds. */
  maxLag: number
}

interface Options extends ReplicaConfig {
  /** On whose connections the primary is asked how far it is. */
  background: Db
  max: number
  log: Pick<Logger, 'info' | 'warn'>
  every?: number
}

interface Here {
  now: number
  position: string
  timeline: string
  system: string
}

interface There {
  is_standby: boolean
  replayed: string | null
  system: string
  beaten_at: number | null
  timeline: string | null
}

const epoch = (time: 'clock_timestamp()' | 'beaten_at') => sql.raw(`extract(epoch from ${time})::float8`)
const here = sql`pg_current_wal_insert_lsn()`
const timeline = sql`left(pg_walfile_name(${here}), 8)`
const system = sql`(select system_identifier::text from pg_control_system())`

async function askPrimary(db: Db): Promise<Here> {
  const [found] = await selectRows<Here>(
    db,
    sql`select ${epoch('clock_timestamp()')} as now, ${here}::text as position, ${timeline} as timeline, ${system} as system`,
  )
  return found as Here
}

async function beat(db: Db): Promise<void> {
  await sql`insert into replica_pulse (id, beaten_at, timeline) values (1, clock_timestamp(), ${timeline})
    on conflict (id) do update set beaten_at = excluded.beaten_at, timeline = excluded.timeline
      where replica_pulse.beaten_at < clock_timestamp() - interval '0.9 seconds'`.execute(db)
}

async function askReplica(db: Db): Promise<There> {
  const [found] = await selectRows<There>(
    db,
    sql`select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as replayed, ${system} as system,
        p.beaten_at, p.timeline
      from (select) one left join
        (select ${epoch('beaten_at')} as beaten_at, timeline from replica_pulse) p on true`,
  )
  return found as There
}

/** Bytes from the beginning of the log; 0 where nothing is known. */
function bytesOf(position: string | null): bigint {
  const [high = '0', low = '0'] = (position ?? '0/0').split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

type Lag = NonNullable<ReplicaState['lag']>

function lagOf(primary: Here, { replayed, beaten_at }: There): Lag {
  const bytes = bytesOf(primary.position) - bytesOf(replayed)
  if (bytes <= 0n) return { seconds: 0, bytes: 0 }
  const seconds = beaten_at === null ? Number.POSITIVE_INFINITY : Math.max(0, primary.now - beaten_at)
  return { seconds, bytes: Number(bytes) }
}

const sentences = {
  other:
    'OKURU_REPLICA_URL の先は、このデータベースの待機系ではありません(別のクラスター)。 / What OKURU_REPLICA_URL leads to is no standby of this database: it belongs to another cluster.',
  promoted:
    'OKURU_REPLICA_URL の先は待機系ではありません(昇格したか、本体そのもの)。 / What OKURU_REPLICA_URL leads to is no standby: it was promoted, or is the primary itself.',
  foreign:
    '待機系に、本体がいま書いているものが届いていません。 / The standby has not received what the primary writes now.',
}

/** Why it may not be read, in a sentence; null when it may. */
function objectionTo(primary: Here, there: There, maxLag: number): string | null {
  if (there.system !== primary.system) return sentences.other
  if (!there.is_standby) return sentences.promoted
  if (there.timeline !== primary.timeline) return sentences.foreign
  const { seconds } = lagOf(primary, there)
  if (seconds <= maxLag) return null
  return `待機系が ${seconds.toFixed(0)} 秒遅れています(${maxLag} 秒まで)。 / The standby is that many seconds behind, and may be ${maxLag}.`
}

/** Marks what an account has written, in a transaction that is over. `db` is the primary. */
export async function noteWrite(db: Db, actor: Actor): Promise<void> {
  if (!noted.has(db) || !('account_id' in actor)) return
  // The response is what was asked for. A database that fails now has lost the marks of all, which 0 then replaces.
  await sql`insert into write_position (account_id, position) values (${actor.account_id}, ${here})
    on conflict (account_id) do update set position = ${here}`
    .execute(db)
    .catch(() => undefined)
}

const noted = new WeakSet<Db>()

interface Wanted {
  position: string | null
  is_known: boolean | null
  timeline: string
}

/** A position beyond the end of the log is one of another life of this database. */
async function wantedOf(db: Db, accountId: number): Promise<Wanted | undefined> {
  const [found] = await selectRows<Wanted>(
    db,
    sql`select max(least(w.position, l.here))::text as position, bool_or(w.account_id = 0 and w.position <= l.here) as is_known,
        ${timeline} as timeline
      from (select ${here} as here) l left join write_position w on w.account_id in (0, ${accountId})`,
  )
  if (found?.is_known) return found
  await sql`insert into write_position (account_id, position) values (0, ${here})
    on conflict (account_id) do update set position = ${here}`.execute(db)
  return undefined
}

const lookEvery = 1_000
const longestLook = 2_000
const longestQuestion = 500
/** Good looks in a row before a replica that failed is used again. */
const looksToReturn = 2
const looksToWarn = 2

const within = <T>(time: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(time, undefined, { ref: false }).then(() => {
      throw new Error('no response in time')
    }),
  ])

interface Connections {
  pool: LimitedPool
  watchPool: LimitedPool
  db: Db
  watch: Db
}

/** Begins to watch the replica at once. `primary` is what calls read and write. */
export function openReplica(primary: Db, options: Options): Replica {
  const { url: connectionString, maxLag, background, max, log, every = lookEvery } = options
  const reads = { replica: 0, behind: 0, failed: 0 }
  const onFailure = () => {
    reads.failed += 1
    void look()
  }
  const connect = (): Connections => {
    const pool = makePool({ connectionString, name: 'okuru-replica', limits: limits.replica, max })
    const watchPool = makePool({ connectionString, name: 'okuru-replica', limits: limits.look, max: 1 })
    return { pool, watchPool, db: makeReplicaDb(pool, primary, onFailure), watch: makeDb(watchPool) }
  }
  const question = sharedRuns<There>()
  let open = connect()
  let known: There | undefined
  let lag: Lag | null = null
  let isInUse = false
  let hasWarned = false
  let good = 0
  let bad = 0
  let isStopped = false

  /** What is under way there fails, and is read from the primary. */
  const renew = () => {
    const { pool, watchPool } = open
    open = connect()
    pool.destroy()
    watchPool.destroy()
  }
  const judge = (objection: string | null) => {
    good = objection === null ? good + 1 : 0
    bad = objection === null ? 0 : bad + 1
    if (objection !== null) {
      isInUse = false
      // The first look after a start finds nothing of the primary's pulse there yet.
      if (bad < looksToWarn || hasWarned) return
      log.warn({ reason: objection }, 'the replica is not used: the primary is read instead')
      hasWarned = true
    } else if (!isInUse && (!hasWarned || good >= looksToReturn)) {
      isInUse = true
      if (hasWarned) log.info('the replica is used again')
      hasWarned = false
    }
  }
  const lookNow = async (): Promise<void> => {
    const asked = askPrimary(background).then(async (found) => {
      await beat(background)
      return found
    })
    const own = await within(longestLook, asked).catch(() => null)
    if (isStopped) return
    // Calls say themselves that the primary is away.
    if (!own) {
      isInUse = false
      return
    }
    try {
      const there = await within(longestLook, askReplica(open.watch))
      if (isStopped) return
      known = there
      lag = lagOf(own, there)
      const objection = objectionTo(own, there, maxLag)
      if (objection === sentences.other || objection === sentences.promoted) {
        lag = null
        renew()
      }
      judge(objection)
    } catch (error) {
      if (isStopped) return
      lag = null
      judge((error as Error).message)
      renew()
    }
  }
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= lookNow().finally(() => {
      looking = undefined
    })
    return looking
  }
  const hasReached = ({ position, timeline: own }: Wanted) =>
    known?.is_standby === true && known.timeline === own && bytesOf(known.replayed) >= bytesOf(position)

  const hasAllOf = async (accountId: number): Promise<boolean> => {
    const wanted = await wantedOf(primary, accountId)
    if (!wanted) return false
    if (hasReached(wanted)) return true
    known = await within(
      longestQuestion,
      question('', () => askReplica(open.watch)),
    )
    return hasReached(wanted)
  }
  noted.add(primary)
  const timer = setInterval(() => void look(), every)
  timer.unref()
  void look()
  return {
    get isInUse() {
      return isInUse
    },
    async dbFor(accountId) {
      if (!isInUse) return primary
      // If the primary does not respond, the list says so.
      const hasAll = await hasAllOf(accountId).catch(() => false)
      reads[hasAll ? 'replica' : 'behind'] += 1
      return hasAll && isInUse ? open.db : primary
    },
    state: () => ({ is_in_use: isInUse, lag, reads: { ...reads } }),
    stop() {
      isStopped = true
      clearInterval(timer)
      noted.delete(primary)
      open.pool.destroy()
      open.watchPool.destroy()
    },
  }
}

/** For the operator, also while no server runs. Changes nothing. */
export async function examineReplica(
  primaryUrl: string,
  { url }: Pick<ReplicaConfig, 'url'>,
): Promise<{ objection: string | null; bytes: number; keepsReaders: boolean }> {
  const pools = [primaryUrl, url].map((connectionString) =>
    makePool({ connectionString, limits: limits.calls, max: 1 }),
  )
  const [own, other] = pools.map(makeDb) as [Db, Db]
  try {
    const primary = await askPrimary(own)
    const [found] = await selectRows<There & { keeps_readers: boolean }>(
      other,
      sql`select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as replayed, ${system} as system,
          null as beaten_at, ${primary.timeline} as timeline, current_setting('hot_standby_feedback')::boolean as keeps_readers`,
    )
    const there = found as There & { keeps_readers: boolean }
    return {
      objection: objectionTo(primary, there, Number.POSITIVE_INFINITY),
      bytes: lagOf(primary, there).bytes,
      keepsReaders: there.keeps_readers,
    }
  } finally {
    for (const pool of pools) pool.destroy()
  }
}
