import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { prefectures } from '#contract/codes'
import { normalizePostalCode } from '#contract/text'
import { CheckField } from './choice-field.tsx'
import { FieldGroup, SelectField, TextField } from './field.tsx'
import { HelpText, LabelRow, LabelText, NeedMark } from './field-style.tsx'

export type AddressValue = {
  postalCode: string
  prefecture: string
  city: string
  address1: string
  address2: string
}
export type Town = { prefecture: string; city: string; town: string }
type Part = keyof AddressValue

type Props = {
  value: AddressValue
  onChange: (value: AddressValue) => void
  onBlur?: (part: Part) => void
  lookup: (code: string) => Promise<readonly Town[]>
  errors?: Partial<Record<Part, string>>
  required?: boolean
  prefix?: string
  label?: string
}

const Grid = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.okuru.variant === 'biz' ? 10 : 16 }))

const Towns = styled('div')(({ theme }) => ({
  display: 'grid',
  marginTop: 8,
  gap: 6,
  padding: 12,
  background: theme.okuru.palette.primary.lightest,
  borderRadius: theme.okuru.radius.field,
  '& button': {
    minHeight: theme.okuru.variant === 'biz' ? 32 : 44,
    padding: '6px 12px',
    textAlign: 'left',
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.medium}`,
    borderRadius: 8,
    cursor: 'pointer',
  },
}))

/** Fills fields that are empty or still hold what an earlier postal code filled in. */
export function fillAddress(value: AddressValue, town: Town, filled: Partial<AddressValue>): AddressValue {
  const put = (part: 'prefecture' | 'city' | 'address1', text: string): string =>
    value[part] === '' || value[part] === filled[part] ? text : value[part]
  return {
    ...value,
    prefecture: put('prefecture', town.prefecture),
    city: put('city', town.city),
    address1: put('address1', town.town),
  }
}

/** Looks up a postal code. A late response to an earlier lookup is ignored. */
function usePostalLookup(
  { lookup, onChange }: Props,
  latest: { current: AddressValue },
  onFilled: () => void,
) {
  const [towns, setTowns] = useState<readonly Town[]>([])
  const [note, setNote] = useState('')
  const asked = useRef('')
  const filled = useRef<Partial<AddressValue>>({})

  const take = (town: Town) => {
    const next = fillAddress(latest.current, town, filled.current)
    filled.current = { prefecture: town.prefecture, city: town.city, address1: town.town }
    latest.current = next
    setTowns([])
    onChange(next)
    onFilled()
  }
  const ask = async (text: string) => {
    const code = normalizePostalCode(text)
    if (code === asked.current) return
    asked.current = code ?? ''
    setTowns([])
    setNote('')
    if (!code) return
    try {
      const found = await lookup(code)
      if (asked.current !== code) return
      if (found.length === 1 && found[0]) take(found[0])
      else setTowns(found)
      if (found.length === 0) setNote('この郵便番号の住所が見つかりませんでした。下の欄に入力してください。')
    } catch {
      if (asked.current === code) setNote('住所を自動で入れられませんでした。下の欄に入力してください。')
    }
  }
  return { towns, note, ask, take }
}

/** A postal address, filled in from the postal code without overwriting input. */
export function AddressFields(props: Props) {
  const { value, onChange, onBlur, errors = {}, required = true, prefix = '', label = '住所' } = props
  const street = useRef<HTMLInputElement>(null)
  const latest = useRef(value)
  latest.current = value
  const { towns, note, ask, take } = usePostalLookup(props, latest, () => street.current?.focus())
  const change = (part: Part, text: string) => {
    latest.current = { ...latest.current, [part]: text }
    onChange(latest.current)
  }
  const tidyPostal = () => {
    const code = normalizePostalCode(value.postalCode)
    if (code) change('postalCode', `${code.slice(0, 3)}-${code.slice(3)}`)
    onBlur?.('postalCode')
  }
  return (
    <FieldGroup label={label}>
      <Grid>
        <div>
          <TextField
            label="郵便番号"
            required={required}
            help="7桁。ハイフンはあってもなくてもかまいません。"
            name={`${prefix}postalCode`}
            inputMode="numeric"
            autoComplete="postal-code"
            value={value.postalCode}
            error={errors.postalCode}
            onChange={(event) => {
              change('postalCode', event.target.value)
              void ask(event.target.value)
            }}
            onBlur={tidyPostal}
            style={{ maxWidth: 180 }}
          />
          <div aria-live="polite">
            {note && <HelpText style={{ marginTop: 6 }}>{note}</HelpText>}
            {towns.length > 1 && <TownChoice towns={towns} onChoose={take} />}
          </div>
        </div>
        <SelectField
          label="都道府県"
          required={required}
          name={`${prefix}prefecture`}
          autoComplete="address-level1"
          emptyLabel="選んでください"
          options={prefectures.map((name) => ({ value: name, label: name }))}
          value={value.prefecture}
          error={errors.prefecture}
          onChange={(event) => change('prefecture', event.target.value)}
          onBlur={() => onBlur?.('prefecture')}
        />
        <TextField
          label="市区町村"
          required={required}
          name={`${prefix}city`}
          autoComplete="address-level2"
          value={value.city}
          error={errors.city}
          onChange={(event) => change('city', event.target.value)}
          onBlur={() => onBlur?.('city')}
        />
        <TextField
          ref={street}
          label="町名・番地"
          required={required}
          help="例 南青山1-2-3"
          name={`${prefix}address1`}
          autoComplete="address-line1"
          value={value.address1}
          error={errors.address1}
          onChange={(event) => change('address1', event.target.value)}
          onBlur={() => onBlur?.('address1')}
        />
        <Building
          name={`${prefix}address2`}
          value={value.address2}
          error={errors.address2}
          onChange={(text) => change('address2', text)}
          onBlur={() => onBlur?.('address2')}
        />
      </Grid>
    </FieldGroup>
  )
}

function TownChoice({ towns, onChoose }: { towns: readonly Town[]; onChoose: (town: Town) => void }) {
  return (
    <Towns>
      <p>この郵便番号には{towns.length}つの町があります。お選びください。</p>
      {towns.map((town) => (
        <button key={`${town.city}${town.town}`} type="button" onClick={() => onChoose(town)}>
          {town.prefecture}
          {town.city}
          {town.town}
        </button>
      ))}
    </Towns>
  )
}

type BuildingProps = {
  name: string
  value: string
  error?: string
  onChange: (text: string) => void
  onBlur: () => void
}

const building = '建物名・部屋番号'

/** A missing room number is the most common reason for returned mail, so "none" must be chosen explicitly. */
function Building({ name, value, error, onChange, onBlur }: BuildingProps) {
  const [none, setNone] = useState(false)
  return (
    <div>
      {none ? (
        <LabelRow>
          <LabelText>{building}</LabelText>
          <NeedMark required={false} />
        </LabelRow>
      ) : (
        <TextField
          label={building}
          required={false}
          help="例 青山ハイツ101"
          name={name}
          autoComplete="address-line2"
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
      <CheckField
        label="建物名・部屋番号はありません"
        checked={none}
        onChange={(event) => {
          setNone(event.target.checked)
          if (event.target.checked) onChange('')
        }}
      />
    </div>
  )
}
