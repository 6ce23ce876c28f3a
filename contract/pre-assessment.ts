import * as z from 'zod'
import { call, type Route } from './call.ts'
import { bulkResult } from './catalogue.ts'
import { page, paged, query } from './field.ts'

const row = z.object({}).loose()
const use = 'biz.pre_assessment.use' as const
const master = 'biz.pre_assessment.master' as const

const list = <const R extends Route>(route: R, summary: string) =>
  call(route, {
    summary,
    may: use,
    notBuilt: true,
    query: z.object({
      ...paged,
      status: query.text,
      operator: query.text,
      customer: query.text,
      ordering: query.ordering({ fields: ['id'], usual: '-id' }),
    }),
    ok: page(row),
  })
const read = <const R extends Route>(route: R, summary: string) =>
  call(route, { summary, may: use, notBuilt: true, ok: row })
const write = <const R extends Route>(route: R, summary: string) =>
  call(route, { summary, may: use, notBuilt: true, body: row, ok: row })
const remove = <const R extends Route>(route: R, summary: string) =>
  call(route, { summary, may: use, notBuilt: true, ok: 'nothing' })
const upload = <const R extends Route>(route: R, summary: string) =>
  call(route, {
    summary,
    may: master,
    notBuilt: true,
    multipart: z.object({}),
    body: z.object({ csv: z.string().optional() }),
    ok: bulkResult,
  })

export const about = 'Pre-assessment at the counter.'

export const preAssessmentCalls = {
  assessments: list('GET /api/pre-assessment/assessments/', 'Pre-assessments'),
  createAssessment: write('POST /api/pre-assessment/assessments/', 'Begin a pre-assessment'),
  assessment: read('GET /api/pre-assessment/assessments/{id}/', 'One pre-assessment'),
  replaceAssessment: write('PUT /api/pre-assessment/assessments/{id}/', 'Change a pre-assessment'),
  updateAssessment: write('PATCH /api/pre-assessment/assessments/{id}/', 'Change part of a pre-assessment'),
  removeAssessment: remove('DELETE /api/pre-assessment/assessments/{id}/', 'Remove a draft'),
  items: list('GET /api/pre-assessment/assessments/{assessment_pk}/items/', 'Its items'),
  createItem: write('POST /api/pre-assessment/assessments/{assessment_pk}/items/', 'Add an item'),
  item: read('GET /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', 'One item'),
  replaceItem: write('PUT /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', 'Change an item'),
  updateItem: write(
    'PATCH /api/pre-assessment/assessments/{assessment_pk}/items/{id}/',
    'Change part of an item',
  ),
  removeItem: remove('DELETE /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', 'Remove an item'),
  brands: list('GET /api/pre-assessment/brands/', 'Brands'),
  uploadBrands: upload('POST /api/pre-assessment/brands/csv-upload/', 'Load brands'),
  categories: list('GET /api/pre-assessment/categories/', 'Categories'),
  uploadCategories: upload('POST /api/pre-assessment/categories/csv-upload/', 'Load categories'),
  customers: list('GET /api/pre-assessment/customers/', 'Walk-in customers'),
  createCustomer: write('POST /api/pre-assessment/customers/', 'Add a walk-in customer'),
  customer: read('GET /api/pre-assessment/customers/{id}/', 'One walk-in customer'),
  replaceCustomer: write('PUT /api/pre-assessment/customers/{id}/', 'Change a walk-in customer'),
  updateCustomer: write('PATCH /api/pre-assessment/customers/{id}/', 'Change part of a walk-in customer'),
  removeCustomer: remove('DELETE /api/pre-assessment/customers/{id}/', 'Remove a walk-in customer'),
  uploadCustomers: upload('POST /api/pre-assessment/customers/csv-upload/', 'Load walk-in customers'),
  genders: list('GET /api/pre-assessment/genders/', 'Target genders'),
  itemStatuses: list('GET /api/pre-assessment/item-status/', 'Conditions'),
  createItemStatus: write('POST /api/pre-assessment/item-status/', 'Add a condition'),
  itemStatus: read('GET /api/pre-assessment/item-status/{id}/', 'One condition'),
  replaceItemStatus: write('PUT /api/pre-assessment/item-status/{id}/', 'Change a condition'),
  updateItemStatus: write('PATCH /api/pre-assessment/item-status/{id}/', 'Change part of a condition'),
  removeItemStatus: remove('DELETE /api/pre-assessment/item-status/{id}/', 'Remove a condition'),
  operators: list('GET /api/pre-assessment/operators/', 'Operators'),
  priceTemplates: list('GET /api/pre-assessment/price-templates/', 'Price templates'),
  uploadPriceTemplates: upload(
    'POST /api/pre-assessment/price-templates/csv-upload/',
    'Load price templates',
  ),
  seasonTags: list('GET /api/pre-assessment/season-tags/', 'Season tags'),
  uploadSeasonTags: upload('POST /api/pre-assessment/season-tags/csv-upload/', 'Load season tags'),
}
