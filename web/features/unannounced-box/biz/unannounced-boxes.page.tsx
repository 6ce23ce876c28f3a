import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { carrierLabel, carriers } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { unannouncedBoxCalls, unannouncedStateLabel, unannouncedStates } from '#contract/unannounced-box'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { ParcelPhotos } from './parcel-photos.tsx'
import {
  GiveBackDialog,
  KeepDialog,
  LinkDialog,
  TakeInDialog,
  type UnannouncedBox,
} from './unannounced-dialogs.tsx'

type Tab = 'all' | UnannouncedBox['state']
const tabs = [
  { value: 'all' as Tab, label: 'すべて' },
  ...unannouncedStates.map((state) => ({ value: state as Tab, label: unannouncedStateLabel[state] })),
]
type Opened = 'new' | 'link' | 'return' | 'keep'

/** `request` and `number` in the address: taken over from what was scanned at 受け取り. */
function useScanned() {
  const search = useSearch({ strict: false }) as { request?: unknown; number?: unknown; take?: unknown }
  const request = Number(search.request) || undefined
  const number = search.number === undefined ? '' : String(search.number).slice(0, 30)
  return { request, number, isTaking: search.take !== undefined }
}

export default function UnannouncedBoxesPage() {
  const list = useList(unannouncedBoxCalls.list)
  const navigate = useNavigate()
  const scanned = useScanned()
  const [opened, setOpened] = useState<Opened | undefined>(scanned.isTaking ? 'new' : undefined)
  const { open: chosen, setOpen: setChosen } = list
  const box = list.read.data?.results.find(({ id }) => id === chosen)
  const isWaiting = box?.state === 'waiting'
  const close = () => {
    setOpened(undefined)
    // The next parcel is another one.
    if (scanned.isTaking) void navigate({ to: '.', search: {}, replace: true })
  }
  useShortcuts([{ code: 'KeyN', label: '予定外の箱を受け取る', run: () => setOpened('new') }])
  useShortcuts(
    [
      { code: 'KeyL', label: '申し込みに結び付ける', run: () => setOpened('link') },
      { code: 'KeyB', label: '返送を記録する', run: () => setOpened('return') },
    ],
    { enabled: isWaiting },
  )
  const take = (
    <NextButton onClick={() => setOpened('new')} endIcon={<Kbd>N</Kbd>}>
      予定外の箱を受け取る
    </NextButton>
  )
  const tab: Tab = list.query.state ?? 'all'
  return (
    <RowsPage<UnannouncedBox, number, Tab>
      title="予定外の箱"
      label="予定外の箱の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={chosen}
      onSelect={setChosen}
      tabs={tabs}
      tab={tab}
      searchOfTab={(state) => ({ state: state === 'all' ? undefined : state })}
      filters={
        <QuickFilters
          values={list.query}
          set={list.set}
          fields={[{ name: 'q', label: '差出人・送り状番号・申し込み番号' }]}
        />
      }
      actions={take}
      detail={box && <Detail key={box.id} box={box} onOpen={setOpened} />}
      detailLabel="予定外の箱の内容"
      empty={
        <Empty title="予定外の箱はありません" action={tab === 'all' ? take : undefined}>
          申し込みのない荷物や、取り消された申し込みの箱が届いたときに、ここに記録します。
        </Empty>
      }
    >
      {opened === 'new' && (
        <TakeInDialog
          request={scanned.request}
          number={scanned.number}
          onTaken={({ id }) => {
            void navigate({ to: '.', search: { open: id }, replace: true })
          }}
          onClose={close}
        />
      )}
      {opened === 'link' && box && <LinkDialog box={box} onClose={close} />}
      {opened === 'return' && box && <GiveBackDialog box={box} onClose={close} />}
      {opened === 'keep' && box && <KeepDialog box={box} onClose={close} />}
    </RowsPage>
  )
}

const carrierText = (carrier: string | null): string =>
  carriers.find((one) => one === carrier) ? carrierLabel[carrier as keyof typeof carrierLabel] : ''

const numberText = (carrier: string | null, number: string): string =>
  [carrierText(carrier), number].filter(Boolean).join(' ') || '—'

const State = ({ box: { state } }: { box: UnannouncedBox }) => (
  <StatusChip tone={state === 'waiting' ? 'wait' : 'gray'}>{unannouncedStateLabel[state]}</StatusChip>
)

const RequestLink = ({ request }: { request: number }) => (
  <Link to="/biz/requests/$id" params={{ id: String(request) }}>
    {request}
  </Link>
)

const columns: readonly Column<UnannouncedBox>[] = [
  { key: 'at', header: '届いた日時', cell: ({ receivedAt }) => formatDateTimeJa(receivedAt) },
  { key: 'state', card: 'chip', header: '状況', cell: (box) => <State box={box} /> },
  {
    key: 'sender',
    card: 'title',
    header: '差出人',
    wrap: true,
    cell: ({ senderName }) => senderName || '差出人の記録なし',
  },
  {
    key: 'number',
    header: '送り状番号',
    cell: ({ carrier, trackingNumber }) => numberText(carrier, trackingNumber),
  },
  {
    key: 'request',
    header: '申し込み',
    cell: ({ request }) => (request === null ? '—' : <RequestLink request={request} />),
  },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  { key: 'by', header: '受け取った人', cell: ({ receivedBy }) => receivedBy },
]

function Detail({ box, onOpen }: { box: UnannouncedBox; onOpen: (what: Opened) => void }) {
  const facts = [
    { key: 'number', term: '送り状番号', value: numberText(box.carrier, box.trackingNumber) },
    {
      key: 'request',
      term: '申し込み',
      value: box.request === null ? '—' : <RequestLink request={box.request} />,
    },
    { key: 'note', term: '気づいたこと', value: box.note || '—' },
    { key: 'at', term: '受け取り', value: `${formatDateTimeJa(box.receivedAt)} ・ ${box.receivedBy}` },
    ...(box.returnTrackingNumber
      ? [{ key: 'return', term: '返送', value: numberText(box.returnCarrier, box.returnTrackingNumber) }]
      : []),
    ...(box.reason ? [{ key: 'reason', term: '保管する理由', value: box.reason }] : []),
    ...(box.closedAt
      ? [{ key: 'closed', term: '記録した人', value: `${formatDateTimeJa(box.closedAt)} ・ ${box.closedBy}` }]
      : []),
  ]
  return (
    <Stack gap={12}>
      <h2>{box.senderName || '差出人の記録なし'}</h2>
      <span>
        <State box={box} />
      </span>
      <DefinitionList items={facts} />
      <ParcelPhotos box={box} />
      {box.state === 'waiting' && (
        <Row gap={8}>
          <QuietButton onClick={() => onOpen('link')} endIcon={<Kbd>L</Kbd>}>
            申し込みに結び付ける
          </QuietButton>
          <QuietButton onClick={() => onOpen('return')} endIcon={<Kbd>B</Kbd>}>
            返送を記録する
          </QuietButton>
          <QuietButton onClick={() => onOpen('keep')}>お店で保管する</QuietButton>
        </Row>
      )}
    </Stack>
  )
}
