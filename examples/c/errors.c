// What calls answer to bad arguments: a sentence, and the numbers that it is made of. A refused call has written nothing.
#include "lacuna.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// A = [[10, 2], [0, 0]] as csr, B = [[1, 2], [3, 4]].
static const int32_t indptr[] = {0, 2, 2}, indices[] = {0, 1};
static const float values[] = {10, 2}, right[] = {1, 2, 3, 4};

static lacuna_csr matrix(void)
{
    lacuna_csr csr = {LACUNA_TYPE_F32, LACUNA_TYPE_I32, 0, 2, 2, 2, indptr, indices, values};
    return csr;
}

// Prints an answer; true if it is the one that is expected.
static bool show(const char *what, lacuna_status expected, lacuna_status status, const lacuna_error *error)
{
    char text[200];
    lacuna_error_text(error, text, sizeof text);
    printf("%s\n  %s\n", what, text);
    printf("  status %d, argument %u, operand %u, fault %u, ", (int)status, error->argument, error->operand, error->fault);
    printf("row %" PRId64 ", entry %" PRId64 ", expected %" PRId64 ", found %" PRId64 "\n", error->row, error->entry, error->expected, error->found);
    return status == expected && error->status == expected;
}

int main(void)
{
    static const int32_t no_start[] = {1, 2, 2}, too_large[] = {0, 7};
    float out[4] = {-1, -1, -1, -1}, shared[4] = {1, 2, 3, 4};
    double wide[4] = {1, 2, 3, 4};
    lacuna_dense b = {LACUNA_TYPE_F32, 2, 2, 2, right}, b_shared = {LACUNA_TYPE_F32, 2, 2, 2, shared}, b_wide = {LACUNA_TYPE_F64, 2, 2, 2, wide};
    lacuna_dense_mut c = {LACUNA_TYPE_F32, 2, 2, 2, out}, c_shared = {LACUNA_TYPE_F32, 2, 2, 2, shared}, c_small = {LACUNA_TYPE_F32, 1, 2, 2, out};
    lacuna_csr a = matrix(), wrong = matrix();
    lacuna_error error;
    bool same = true;

    wrong.indptr = no_start;
    same &= show("the first pointer is not 0", LACUNA_STATUS_CSR_INDPTR, lacuna_dot_csr_dense(&wrong, &b, &c, &error), &error);
    wrong = matrix();
    wrong.indices = too_large;
    same &= show("an index is too large", LACUNA_STATUS_CSR_INDICES, lacuna_dot_csr_dense(&wrong, &b, &c, &error), &error);
    wrong = matrix();
    wrong.values = NULL;
    same &= show("no values", LACUNA_STATUS_NULL_POINTER, lacuna_dot_csr_dense(&wrong, &b, &c, &error), &error);
    same &= show("no output", LACUNA_STATUS_NULL_POINTER, lacuna_dot_csr_dense(&a, &b, NULL, &error), &error);
    wrong = matrix();
    wrong.trusted = 2;
    same &= show("neither trusted nor not", LACUNA_STATUS_INVALID_CHOICE, lacuna_dot_csr_dense(&wrong, &b, &c, &error), &error);
    same &= show("an operand of doubles, and the others of floats", LACUNA_STATUS_TYPE, lacuna_dot_csr_dense(&a, &b_wide, &c, &error), &error);
    same &= error.argument == 2 && error.expected == LACUNA_TYPE_F32 && error.found == LACUNA_TYPE_F64;
    wrong = matrix();
    wrong.index_type = 0;
    same &= show("a forgotten type", LACUNA_STATUS_TYPE, lacuna_dot_csr_dense(&wrong, &b, &c, &error), &error);
    same &= show("the output is an operand", LACUNA_STATUS_OVERLAP, lacuna_dot_csr_dense(&a, &b_shared, &c_shared, &error), &error);
    same &= show("the output lacks a row", LACUNA_STATUS_SHAPE, lacuna_dot_csr_dense(&a, &b, &c_small, &error), &error);

    int32_t ids[2], segments[3], rows[2], entries[2];
    lacuna_plan_buffers buffers = {LACUNA_TYPE_I32, ids, 2, segments, 3, rows, 2, entries, 2};
    lacuna_plan plan;
    int64_t scratch[64];
    size_t needed = lacuna_plan_scratch(LACUNA_TYPE_I32, a.nnz);
    same &= needed < sizeof scratch;
    same &= show("too little scratch memory", LACUNA_STATUS_CAPACITY,
                 lacuna_dot_transpose_plan(&a, 0, 2, &buffers, scratch, needed - 1, &plan, &error), &error);
    same &= error.expected == (int64_t)needed;
    same &= show("misaligned scratch memory", LACUNA_STATUS_MISALIGNED_POINTER,
                 lacuna_dot_transpose_plan(&a, 0, 2, &buffers, (char *)scratch + 1, needed, &plan, &error), &error);
    same &= show("no such SIMD level", LACUNA_STATUS_INVALID_CHOICE, lacuna_force_level(9, &error), &error);

    // How the result of a product would be stored, and what to convert where there is no path.
    const char *names[] = {"transpose_a", "transpose_b"}, *choices[] = {"True", "True"};
    const uint32_t operands[] = {LACUNA_STYPE_CSR, LACUNA_STYPE_DENSE};
    uint32_t result = LACUNA_STYPE_ANY, mode;
    char nearest[80];
    same &= lacuna_infer("dot", names, choices, 1, LACUNA_DEVICE_CPU, operands, 2, &result, 1, &mode, &error) == LACUNA_STATUS_OK;
    same &= result == LACUNA_STYPE_ROW_SPARSE && mode == LACUNA_MODE_SPARSE;
    result = LACUNA_STYPE_ANY;
    same &= lacuna_infer("dot", names, choices, 2, LACUNA_DEVICE_CPU, operands, 2, &result, 1, &mode, &error) == LACUNA_STATUS_OK;
    same &= result == LACUNA_STYPE_DENSE && mode == LACUNA_MODE_FALLBACK;
    same &= lacuna_infer_nearest("dot", names, choices, 2, LACUNA_DEVICE_CPU, operands, 2, nearest, sizeof nearest) < sizeof nearest;
    same &= strcmp(nearest, "dot(default, default) -> default, fcompute") == 0;
    same &= show("one operand is missing", LACUNA_STATUS_OPERATOR_INPUTS,
                 lacuna_infer("dot", names, choices, 2, LACUNA_DEVICE_CPU, operands, 1, &result, 1, &mode, &error), &error);

    for (int at = 0; at < 4; at++)
        same &= out[at] == -1;
    // The numbers may be left out, and the right call works.
    same &= lacuna_dot_csr_dense(&a, &b, NULL, NULL) == LACUNA_STATUS_NULL_POINTER;
    same &= lacuna_dot_csr_dense(&a, &b, &c, NULL) == LACUNA_STATUS_OK;
    same &= out[0] == 16 && out[1] == 28 && out[2] == 0 && out[3] == 0;
    printf("%s\n", same ? "as expected" : "NOT as expected");
    return same ? 0 : 1;
}
