-- An enquiry that is sent again is found by its number, which is in the subject.
create index mail_enquiry on mail (subject) where template = 'contact';
