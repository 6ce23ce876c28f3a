import { useState, useSyncExternalStore } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { normalizePhone } from '#contract/text'
import { keptFiles } from '#web/lib/kept-files.ts'
import { createPhotoQueue } from '#web/lib/photo-queue.ts'
import { AddressFields, type AddressValue, type Town } from './address-fields.tsx'
import { BirthdayField } from './birthday-field.tsx'
import { useBound } from './bound-field.ts'
import { NextButton } from './button.tsx'
import { CheckField, ChoiceField } from './choice-field.tsx'
import { DatePicker } from './date-picker.tsx'
import { SelectField, TextArea, TextField } from './field.tsx'
import { Form, useNormalizeOnBlur } from './form.tsx'
import { KanaNameFields } from './kana-name-fields.tsx'
import { NumberField, YenField } from './number-field.tsx'
import { PhotoInput } from './photo-input.tsx'

type Values = {
  name: string
  nameKana: string
  birthday: string
  phone: string
  count: number | null
  price: number | null
  way: string
  job: string
  day: string
  note: string
  agreed: boolean
}

const START: Values = {
  name: '',
  nameKana: '',
  birthday: '1990-05-12',
  phone: '',
  count: 8,
  price: 12000,
  way: 'pickup',
  job: '',
  day: '2026-12-01',
  note: '',
  agreed: false,
}

const NOWHERE: AddressValue = { postalCode: '', prefecture: '', city: '', address1: '', address2: '' }

const towns: Readonly<Record<string, readonly Town[]>> = {
  '1070062': [{ prefecture: '東京都', city: '港区', town: '南青山' }],
  '4980000': [
    { prefecture: '愛知県', city: '弥富市', town: '稲吉' },
    { prefecture: '三重県', city: '桑名郡木曽岬町', town: '源緑' },
  ],
}

const lookup = async (code: string): Promise<readonly Town[]> => towns[code] ?? []

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

const queue = createPhotoQueue({
  send: async () => {
    await pause(900)
    if (Math.random() < 0.3) throw new Error('lost')
  },
  kept: keptFiles('gallery'),
  owner: () => 'gallery',
  isPassing: () => false,
  onRefused: () => undefined,
})

export function FormGallery() {
  const form = useForm<Values>({ defaultValues: START, mode: 'onBlur' })
  const normal = useNormalizeOnBlur(form)
  const [address, setAddress] = useState(NOWHERE)
  const photos = useSyncExternalStore(queue.subscribe, queue.getState)
  const name = useBound(form.control, 'name')
  const kana = useBound(form.control, 'nameKana')
  const birthday = useBound(form.control, 'birthday')
  const { errors, isSubmitting } = form.formState
  return (
    <Form
      form={form}
      onValid={() => pause(800)}
      labels={{ name: 'お名前', phone: '電話番号', job: 'ご職業' }}
    >
      <KanaNameFields name={name} kana={kana} />
      <BirthdayField {...birthday} required today="2026-11-21" />
      <TextField
        label="電話番号"
        required
        help="例 090-1234-5678"
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...normal('phone', normalizePhone, {
          required: '電話番号は数字10〜11桁で入力してください(例 09012345678)',
        })}
      />
      <AddressFields value={address} onChange={setAddress} lookup={lookup} />
      <SelectField
        label="ご職業"
        required
        emptyLabel="選んでください"
        options={[
          { value: '1', label: '会社員' },
          { value: '2', label: '自営業' },
        ]}
        error={errors.job?.message}
        {...form.register('job', { required: 'ご職業を選んでください' })}
      />
      <Controller
        name="way"
        control={form.control}
        render={({ field }) => (
          <ChoiceField
            {...field}
            label="送り方"
            choices={[
              {
                value: 'pickup',
                label: '集荷に来てもらう',
                help: 'ご自宅まで伺います。着払いなのでお支払いはありません。',
              },
              {
                value: 'self',
                label: '自分で発送する',
                help: 'お近くのコンビニや営業所からお送りください。',
              },
            ]}
          />
        )}
      />
      <Controller
        name="count"
        control={form.control}
        render={({ field }) => <NumberField {...field} label="点数" required />}
      />
      <Controller
        name="price"
        control={form.control}
        render={({ field }) => <YenField {...field} label="ご希望額" required={false} help="例 12,000" />}
      />
      <Controller
        name="day"
        control={form.control}
        render={({ field: { ref: _, ...field } }) => <DatePicker {...field} label="集荷の日" required />}
      />
      <PhotoInput
        label="写真"
        required={false}
        photos={photos}
        onAdd={(files) => void queue.add('here', files)}
        onRetry={queue.retry}
        onRemove={queue.discard}
      />
      <TextArea label="伝えておきたいこと" required={false} {...form.register('note')} />
      <CheckField label="利用規約に同意します" {...form.register('agreed')} />
      <NextButton type="submit" pending={isSubmitting}>
        この内容で申し込む
      </NextButton>
    </Form>
  )
}
