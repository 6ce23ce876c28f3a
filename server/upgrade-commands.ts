import { type Config, ConfigError } from '#server/platform/config'
import { upgradeEmbedded } from '#server/platform/embedded-upgrade'
import { type Booted, boot, embeddedFolder } from './boot.ts'

type Given = ReadonlyMap<string, readonly string[]>

export const databaseOptions = ['--from']
export const databaseHelp = `  --from FOLDER   前の PostgreSQL のフォルダー(bin/postgres のあるもの) / folder of the former PostgreSQL, with bin/postgres

同梱の PostgreSQL のデータを、この版の okuru の PostgreSQL に移します。サーバーを止めてから実行してください。前のデータは、残します。
途中で止まっても、もう一度実行できます。
Moves the data of the embedded PostgreSQL to the PostgreSQL of this release. Stop the server first. The former data is kept.
It can be run again after an interruption.`

interface Prove {
  say: (line: string) => void
  /** Whether books and ledgers are right. */
  prove: (booted: Booted) => Promise<boolean>
}

export async function moveDatabase(config: Config, given: Given, { say, prove }: Prove): Promise<void> {
  if (config.databaseUrl !== undefined) {
    throw new ConfigError([
      'DATABASE_URL の PostgreSQL は、その管理者が更新します(pg_upgrade など)。この命令は、同梱の PostgreSQL のためのものです。',
      'The PostgreSQL of DATABASE_URL is upgraded by who runs it (pg_upgrade). This command is for the embedded one.',
    ])
  }
  const { from, to, kept } = await upgradeEmbedded({
    dataDir: embeddedFolder(config),
    from: given.get('--from')?.at(-1) || undefined,
    say,
    prove: async (connectionString) => {
      const booted = await boot({
        config: { ...config, databaseUrl: connectionString },
        say,
        migrating: true,
      })
      try {
        return await prove(booted)
      } finally {
        await booted.stop()
      }
    },
  })
  say(
    from === to
      ? `すでに PostgreSQL ${to} です。 / It is PostgreSQL ${to} already.`
      : `PostgreSQL ${from} から ${to} に移しました。 / Moved from PostgreSQL ${from} to ${to}.`,
  )
  if (kept !== undefined)
    say(
      `前のデータは ${kept} にあります。新しいサーバーを確かめてから、消してください。 / The former data is in ${kept}; delete it once you are content with the new server.`,
    )
}
