import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignMasterCalls } from '#contract/campaign-master'
import { formatYen } from '#contract/text'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice, ProblemNotice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import {
  type Campaign,
  type CampaignValues,
  campaignBody,
  campaignRules,
  campaignTexts,
  campaignValuesOf,
  hasBegun,
  periodOf,
  stateChip,
  whyFixed,
} from './campaign.rules.ts'
import { CampaignFields, useConditionOptions } from './campaign-fields.tsx'

const back = (
  <Link to="/biz/campaigns" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    キャンペーンの一覧
  </Link>
)

export default function CampaignFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? (
    <DetailPage title="キャンペーンの登録" actions={back}>
      <CampaignForm stored={undefined} />
    </DetailPage>
  ) : (
    <Edited id={Number(id)} />
  )
}

const leadOf = (stored: Campaign) => (
  <>
    <StatusChip tone={stateChip(stored.state).tone}>{stateChip(stored.state).label}</StatusChip>
    <Muted style={{ fontSize: 12 }}>
      {`${periodOf(stored)}・買い取り ${stored.boughtCount}点・上乗せ ${formatYen(stored.upliftTotal)}`}
    </Muted>
  </>
)

function Edited({ id }: { id: number }) {
  const read = useCall(campaignMasterCalls.get, { params: { id } })
  return (
    <DetailPage
      title={read.data?.name ?? 'キャンペーン'}
      lead={read.data && leadOf(read.data)}
      actions={back}
    >
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(campaign) => <CampaignForm key={campaign.id} stored={campaign} />}
      </WhenRead>
    </DetailPage>
  )
}

function CampaignForm({ stored }: { stored: Campaign | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(campaignMasterCalls.create)
  const replace = useMutationOf(campaignMasterCalls.replace)
  const setup = useStoredForm<CampaignValues, Campaign>({
    draft: `campaign-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: campaignValuesOf,
    rules: campaignRules(stored),
    save: (values, { version }) =>
      stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...campaignBody(values), version } })
        : create.mutateAsync({ body: campaignBody(values) }),
    onSaved: (saved) => {
      client.setQueryData(queryOf(campaignMasterCalls.get, { params: { id: saved.id } }).queryKey, saved)
      notify.done(`${saved.name}を保存しました。`)
      void navigate({ to: '/biz/campaigns' })
    },
  })
  const isFixed = hasBegun(stored)
  const why = whyFixed(stored)
  const options = useConditionOptions()
  const namesIn = (list: readonly { value: number; label: string }[] | undefined) =>
    new Map(list?.map(({ value, label }) => [value, label]))
  const texts = campaignTexts({
    brands: namesIn(options.brands.options),
    categories: namesIn(options.categories.options),
    shops: namesIn(options.shops.options),
  })
  return (
    <Card style={{ maxWidth: 640 }}>
      <SetupForm
        setup={setup}
        textOf={texts}
        submit={why === null ? (stored ? 'この内容で保存する' : 'キャンペーンを登録する') : null}
        more={stored && why === null && !isFixed && <Drop stored={stored} />}
      >
        {why !== null && <Notice tone="plain">{why}</Notice>}
        {why === null && isFixed && (
          <Notice tone="plain">
            始まったキャンペーンは、お客さまへのお約束です。変えられるのは、終了日とサイトでの案内だけです。期間中に受けたお申し込みには、終わったあとの査定でも上乗せします。
          </Notice>
        )}
        <CampaignFields form={setup.form} stored={stored} />
      </SetupForm>
    </Card>
  )
}

function Drop({ stored }: { stored: Campaign }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useMutationOf(campaignMasterCalls.remove)
  const [problem, setProblem] = useState<string>()
  const drop = async () => {
    setProblem(undefined)
    const words = {
      title: 'キャンペーンを取りやめますか?',
      body: `「${stored.name}」は始まっていないため、削除できます。元に戻せません。`,
    }
    if (!(await confirm({ ...words, confirm: '取りやめる', danger: true }))) return
    try {
      await remove.mutateAsync({ params: { id: stored.id } })
      notify.done('キャンペーンを取りやめました。')
      void navigate({ to: '/biz/campaigns' })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <>
      <DangerButton pending={remove.isPending} onClick={() => void drop()}>
        取りやめる
      </DangerButton>
      <ProblemNotice ownLine>{problem}</ProblemNotice>
    </>
  )
}
