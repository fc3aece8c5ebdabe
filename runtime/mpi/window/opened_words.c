#include "mpi/window/opened_words.h"

#include <stdlib.h>
#include <string.h>

/* A page that contains only words of windows. All other processes have access to it. */
struct page {
    struct page *next;
    struct oc_window_words *words;
    size_t used;
    uint32_t is_used[]; /* bit n is set if the n-th set of words is in use */
};

static struct page *pages;

static size_t words_of_page(void) {
    return hal_page_bytes() / sizeof(struct oc_window_words);
}

static struct page *open_page(void) {
    size_t page = hal_page_bytes(), bits = (words_of_page() + 31) / 32;
    struct page *made = calloc(1, sizeof *made + bits * sizeof *made->is_used);
    void *memory = made ? aligned_alloc(page, page) : NULL;
    if (!memory || !hal_share(memory, page, true)) {
        free(memory);
        free(made);
        return NULL;
    }
    made->words = memory;
    made->next = pages;
    pages = made;
    return made;
}

static struct oc_window_words *take_of(struct page *page) {
    size_t i = 0;
    while (page->is_used[i / 32] & UINT32_C(1) << i % 32)
        i++;
    page->is_used[i / 32] |= UINT32_C(1) << i % 32;
    page->used++;
    return memset(&page->words[i], 0, sizeof *page->words);
}

struct oc_window_words *oc_opened_words_take(void) {
    struct page *page = pages;
    while (page && page->used == words_of_page())
        page = page->next;
    if (!page)
        page = open_page();
    return page ? take_of(page) : NULL;
}

static void close_page(struct page **at) {
    struct page *page = *at;
    *at = page->next;
    hal_share(page->words, hal_page_bytes(), false);
    free(page->words);
    free(page);
}

void oc_opened_words_give(const struct oc_window_words *words) {
    struct page **at = &pages;
    while ((size_t)(words - (*at)->words) >= words_of_page())
        at = &(*at)->next;
    size_t i = (size_t)(words - (*at)->words);
    (*at)->is_used[i / 32] &= ~(UINT32_C(1) << i % 32);
    if (--(*at)->used == 0)
        close_page(at);
}
