import { crc32, deflateRawSync } from 'node:zlib'

export interface BundledFile {
  /** `~` stands for the origin, whichever it is. */
  url: string
  type: 'minified_source' | 'source_map'
  headers: Record<string, string>
  bytes: Buffer
}

interface About {
  org: string
  project: string
  release: string
}

/** Before the archive: that it is a bundle of sources, and the version of that format. */
const mark = Buffer.from('SYSB\x02\0\0\0', 'latin1')
const endOfDirectory = 0x06054b50
const inDirectory = 0x02014b50
const beforeFile = 0x04034b50

/** What Sentry calls an artifact bundle: an archive of scripts and maps, with a list that says which are which. */
export function artifactBundle(about: About, files: readonly BundledFile[]): Buffer<ArrayBuffer> {
  const named = files.map((file) => ({ ...file, name: `_/${file.url.replace('~', '_')}` }))
  const listed = named.map(({ name, url, type, headers }) => [name, { url, type, headers }])
  const manifest = JSON.stringify({ ...about, files: Object.fromEntries(listed) })
  return zipped(mark, [{ name: 'manifest.json', bytes: Buffer.from(manifest) }, ...named])
}

/**
 * A ZIP archive (APPNOTE 4.3) after what is at the beginning of the file. Places are counted from there, as Sentry's own
 * tools write them; libraries count from the beginning of the archive.
 */
function zipped(beginning: Buffer, files: readonly { name: string; bytes: Buffer }[]): Buffer<ArrayBuffer> {
  const parts = [beginning]
  const directory: Buffer[] = []
  let place = beginning.length
  for (const file of files) {
    const name = Buffer.from(file.name)
    const packed = deflateRawSync(file.bytes)
    const common = commonHeader({ ...file, name, packed })
    const header = Buffer.concat([uint32(beforeFile), common, name])
    directory.push(uint32(inDirectory), uint16(20), common, Buffer.alloc(10), uint32(place), name)
    parts.push(header, packed)
    place += header.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const count = uint16(files.length)
  const end = [
    uint32(endOfDirectory),
    uint32(0),
    count,
    count,
    uint32(listing.length),
    uint32(place),
    uint16(0),
  ]
  return Buffer.concat([...parts, listing, ...end])
}

/** The fields that the header of a file and its entry in the directory share. The date is always 1980-01-01. */
function commonHeader({ name, bytes, packed }: Record<'name' | 'bytes' | 'packed', Buffer>): Buffer {
  const [version, namesInUtf8, deflated] = [20, 0x0800, 8]
  return Buffer.concat([
    ...[version, namesInUtf8, deflated, 0, 0x21].map(uint16),
    ...[crc32(bytes), packed.length, bytes.length].map(uint32),
    ...[name.length, 0].map(uint16),
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
