import { styled } from '@mui/material/styles'
import { type ChangeEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { identityCalls } from '#contract/identity'
import type { CaptureSlot } from '#contract/identity-paper'
import { ask, errorCode, sentenceFor } from '#web/lib/ask.ts'
import { shrinkPhoto } from '#web/lib/shrink-photo.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { PHOTO_TYPES } from '#web/ui/photo-input.tsx'
import { Camera, type CameraTrouble } from './camera.tsx'
import { reasonsFor, slotName } from './slot-words.ts'
import { documentOf, type Session } from './use-session.ts'

const Preview = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  background: theme.okuru.palette.bg.sunken,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: 16,
  '& img': { display: 'block', width: '100%', maxHeight: '54vh', objectFit: 'contain' },
}))

const Bar = styled('progress')(({ theme }) => ({
  width: '100%',
  height: 10,
  accentColor: theme.okuru.palette.primary.main,
}))

const Choose = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: 52,
  padding: '8px 20px',
  fontWeight: 700,
  color: theme.okuru.palette.primary.contrastText,
  background: theme.okuru.palette.primary.main,
  borderRadius: theme.okuru.radius.button,
  cursor: 'pointer',
  '& input': { position: 'absolute', opacity: 0, width: 1, height: 1 },
  '&:has(input:focus-visible)': {
    outline: `3px solid ${theme.okuru.palette.primary.light}`,
    outlineOffset: 2,
  },
  '&[data-quiet]': {
    color: theme.okuru.palette.primary.main,
    background: 'transparent',
    border: `1.5px solid ${theme.okuru.palette.border.medium}`,
  },
}))

const troubleText: Readonly<Record<CameraTrouble, string>> = {
  refused:
    'カメラの使用が許可されていません。ブラウザーの設定でカメラを許可するか、下のボタンから写真をお選びください。',
  missing: 'この端末では、画面の中のカメラを使えません。下のボタンからお撮りになるか、写真をお選びください。',
  failed: '下のボタンからお撮りになるか、写真をお選びください。',
}

type Props = { session: Session; slot: CaptureSlot; onStored: (session: Session) => void }

/** One picture: camera or file, a look at it, and sending it. */
export function Shoot({ session, slot, onStored }: Props) {
  const [trouble, setTrouble] = useState<CameraTrouble>()
  const [picture, setPicture] = useState<Blob>()
  const reasons = reasonsFor(session.corrections, [slot])
  const place = useRef<HTMLDivElement>(null)
  const stage = picture ? 'look' : (trouble ?? 'camera')
  useKeptFocus(place, stage)
  return (
    <Stack gap={16} ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      {reasons.length > 0 && (
        <Notice tone="wait" title="もう一度お撮りください">
          {reasons.join('')}
        </Notice>
      )}
      {picture ? (
        <Look
          session={session}
          slot={slot}
          picture={picture}
          onAgain={() => setPicture(undefined)}
          onStored={onStored}
        />
      ) : trouble ? (
        <FromFile
          slot={slot}
          trouble={trouble}
          onPicture={setPicture}
          onCamera={() => setTrouble(undefined)}
        />
      ) : (
        <Camera slot={slot} onShot={setPicture} onTrouble={setTrouble} />
      )}
    </Stack>
  )
}

/** The button that was pressed goes with its stage. */
function useKeptFocus(place: RefObject<HTMLElement | null>, stage: string): void {
  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [place, stage])
}

type FileProps = {
  slot: CaptureSlot
  trouble: CameraTrouble
  onPicture: (picture: Blob) => void
  onCamera: () => void
}

function FromFile({ slot, trouble, onPicture, onCamera }: FileProps) {
  const id = useId()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onPicture(file)
    // Lets the same photo be chosen again.
    event.target.value = ''
  }
  return (
    <Stack gap={12}>
      <Notice tone={trouble === 'failed' ? 'plain' : 'wait'}>{troubleText[trouble]}</Notice>
      <Choose htmlFor={`${id}-camera`}>
        <Icon name="camera" />
        写真を撮る
        <input
          id={`${id}-camera`}
          type="file"
          accept={PHOTO_TYPES}
          capture={slot === 'face' ? 'user' : 'environment'}
          onChange={choose}
        />
      </Choose>
      <Choose htmlFor={`${id}-file`} data-quiet="">
        <Icon name="upload" />
        写真を選ぶ
        <input id={`${id}-file`} type="file" accept={PHOTO_TYPES} onChange={choose} />
      </Choose>
      <QuietButton onClick={onCamera}>画面のカメラをもう一度試す</QuietButton>
    </Stack>
  )
}

const LOST = '通信が切れました。写真はこの画面に残っています。電波のよい場所で、もう一度送ってください。'

function useUpload({ session, slot, picture, onStored }: Props & { picture: Blob }) {
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const send = async () => {
    setProblem(undefined)
    setSent(0)
    try {
      const small = await shrinkPhoto(picture)
      const body = new FormData()
      if (isCard(session, slot)) body.set('shows_no_number', 'true')
      body.set('file', small, 'photo.jpg')
      const params = { id: session.id, slot }
      const onProgress = (bytes: number) => setSent(Math.min(1, bytes / small.size))
      onStored(await ask(identityCalls.capture, { params, body, onProgress }))
    } catch (error) {
      setSent(undefined)
      setProblem(errorCode(error) === undefined ? LOST : sentenceFor(error))
    }
  }
  return { sent, problem, send }
}

const isCard = (session: Session, slot: CaptureSlot): boolean =>
  documentOf(session) === 'my_number_card' && slot !== 'face'

function Look(props: Props & { picture: Blob; onAgain: () => void }) {
  const { session, slot, picture, onAgain } = props
  const { sent, problem, send } = useUpload(props)
  const [hasLooked, setLooked] = useState(false)
  const [asked, setAsked] = useState(false)
  const [url, setUrl] = useState<string>()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    head.current?.focus()
    return () => URL.revokeObjectURL(made)
  }, [picture])
  const needsLook = isCard(session, slot)
  const name = slotName(slot, documentOf(session))
  const press = () => {
    setAsked(true)
    if (!needsLook || hasLooked) void send()
  }
  return (
    <Stack gap={14}>
      <h2 ref={head} tabIndex={-1} style={{ fontSize: 17, fontWeight: 700, outline: 'none' }}>
        {slot === 'face' ? 'お顔の全体が写っていますか' : '文字がはっきり読めますか'}
      </h2>
      <Preview>
        {url && <img src={url} alt={`撮った写真(${name})`} onError={() => setUrl(undefined)} />}
        {!url && <p style={{ padding: 32 }}>この写真は画面に表示できません。</p>}
      </Preview>
      {needsLook && (
        <CheckField
          checked={hasLooked}
          onChange={(event) => setLooked(event.target.checked)}
          label="12桁の番号(マイナンバー)と、裏面の二次元コードは写っていません"
          error={asked && !hasLooked ? '写っていないことをお確かめのうえ、チェックしてください。' : undefined}
        />
      )}
      {problem && (
        <Notice tone="late" role="alert" title="まだ送れていません">
          {problem}
        </Notice>
      )}
      {sent !== undefined && <Bar value={sent} max={1} aria-label={`${name}の写真を送信中`} />}
      <NextButton pending={sent !== undefined} onClick={press}>
        {problem ? 'もう一度送る' : 'この写真を送る'}
      </NextButton>
      {sent === undefined && <QuietButton onClick={onAgain}>撮り直す</QuietButton>}
    </Stack>
  )
}
