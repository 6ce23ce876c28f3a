import { type AssessmentInput, assessmentCalls as calls } from '#contract/assessment'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { itemExists } from '#server/domains/item/item.service'
import { requestExists } from '#server/domains/purchase-request/purchase-request.service'
import type { SignedIn } from '#server/platform/actor'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { answerOffer, secondLook } from './assessment.answer.ts'
import { answerQuestion, askAboutItem, listQuestions, questionExists } from './assessment.question.ts'
import { getAssessment, publish } from './assessment.service.ts'
import { previewSeveral, publishSeveral } from './publish-several.service.ts'
import { addSecondLookPhoto, removeSecondLookPhoto } from './second-look.photo.ts'

export const assessmentRoutes: Routes = (app, db, tools) => {
  const write = ({
    params,
    body,
    actor,
  }: {
    params: { purchase_request_pk: number }
    body: AssessmentInput
    actor: SignedIn
  }) =>
    actor.kind === 'customer'
      ? answerOffer(db, actor, params.purchase_request_pk, body, tools)
      : publish(db, actor, params.purchase_request_pk, body, tools)
  const own = {
    exists: ({ params, actor }: { params: { purchase_request_pk: number }; actor: SignedIn }) =>
      requestExists(db, actor, params.purchase_request_pk),
  }
  handle(app, calls.get, async ({ params, actor }) =>
    getAssessment(db, actor, params.purchase_request_pk, tools),
  )
  handle(app, calls.post, async (input) => write(input), own)
  handle(app, calls.put, async (input) => write(input), own)
  handle(app, calls.patch, async (input) => write(input), own)
  handle(app, calls.previewSeveral, async ({ body, actor }) => previewSeveral(db, actor, body.requests))
  handle(app, calls.publishSeveral, async ({ body, actor, once }) =>
    publishSeveral(db, actor, body.requests, once),
  )
  handle(app, calls.ask, async ({ params, body, actor }) => askAboutItem(db, actor, params.slug, body), {
    exists: ({ params, actor }) => itemExists(db, actor, params.slug),
  })
  handle(app, calls.questions, async ({ query, actor, request }) =>
    pageBody(request, await listQuestions(db, actor, query)),
  )
  handle(
    app,
    calls.answerQuestion,
    async ({ params, body, actor }) => answerQuestion(db, actor, params.id, body),
    { exists: ({ params, actor }) => questionExists(db, actor, params.id) },
  )
  handle(app, calls.addSecondLookPhoto, async ({ params, actor, request }) =>
    addSecondLookPhoto(db, actor, params.id, () => readUpload(request, tools), tools),
  )
  handle(app, calls.removeSecondLookPhoto, async ({ params, actor }) => {
    await removeSecondLookPhoto(db, actor, params.purchase_request_pk, params.id, tools)
    return undefined
  })
  handle(
    app,
    purchaseRequestCalls.secondLook,
    async ({ params, body, actor }) => secondLook(db, actor, params.id, body, tools),
    {
      exists: ({ params, actor }) => requestExists(db, actor, params.id),
    },
  )
}
