// Linear regression on a LibSVM file, trained by SGD with momentum through the C ABI of Lacuna. All calls into the kernels are in model.c.
#include "libsvm.h"
#include "model.h"

#include "lacuna.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char HELP[] =
    "linear FILE [OPTION VALUE]...\n"
    "\n"
    "Trains y = x w + b on the rows of a LibSVM file, whose indices count from 1, and\n"
    "prints the mean squared error of each epoch and a hash of the weights.\n"
    "\n"
    "--epochs N         passes over the data [10]\n"
    "--batch-size N     rows of a step [32]\n"
    "--learning-rate R  step size [0.05]\n"
    "--momentum R       share of the last step that is kept, below 1 [0.9]\n"
    "--features N       number of features [the largest index of the file]\n";

struct arguments {
    const char *file;
    size_t epochs, features;
    struct settings settings;
};

static bool refuse(const char *option, const char *value, const char *what)
{
    fprintf(stderr, "linear: %s %s: %s\n", option, value, what);
    return false;
}

static bool parse_count(const char *option, const char *value, size_t *count)
{
    errno = 0;
    unsigned long long number = strtoull(value, NULL, 10);
    bool is_whole = *value != '\0' && strspn(value, "0123456789") == strlen(value) && errno == 0;
    if (!is_whole || number < 1 || number >= SIZE_MAX)
        return refuse(option, value, "must be a whole number, 1 or more");
    *count = (size_t)number;
    return true;
}

// The rounding of `lacuna train`, which keeps its settings as double: first to double, then to float.
static bool parse_rate(const char *option, const char *value, bool below_one, float *rate)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0')
        number = NAN;
    *rate = (float)number;
    if (below_one)
        return (number >= 0 && number < 1) || refuse(option, value, "must be a number from 0 to below 1");
    return (*rate > 0 && isfinite(*rate)) || refuse(option, value, "must be a positive number");
}

static bool parse_option(const char *option, const char *value, struct arguments *arguments)
{
    struct settings *settings = &arguments->settings;
    if (strcmp(option, "--epochs") == 0)
        return parse_count(option, value, &arguments->epochs);
    if (strcmp(option, "--batch-size") == 0)
        return parse_count(option, value, &settings->batch_size);
    if (strcmp(option, "--learning-rate") == 0)
        return parse_rate(option, value, false, &settings->learning_rate);
    if (strcmp(option, "--momentum") == 0)
        return parse_rate(option, value, true, &settings->momentum);
    if (strcmp(option, "--features") == 0)
        return parse_count(option, value, &arguments->features);
    return refuse(option, value, "no such option; see --help");
}

static bool asks_for_help(int count, char **texts)
{
    for (int at = 1; at < count; at++)
        if (strcmp(texts[at], "--help") == 0 || strcmp(texts[at], "-h") == 0)
            return true;
    return false;
}

static bool parse_arguments(int count, char **texts, struct arguments *arguments)
{
    for (int at = 1; at < count; at++) {
        const char *text = texts[at];
        if (text[0] != '-' && arguments->file == NULL) {
            arguments->file = text;
        } else if (text[0] != '-' || at + 1 == count) {
            fprintf(stderr, "linear: %s: %s; see --help\n", text, text[0] == '-' ? "no value" : "a second file");
            return false;
        } else if (!parse_option(text, texts[++at], arguments)) {
            return false;
        }
    }
    if (arguments->file == NULL)
        fputs("linear: no file; see --help\n", stderr);
    return arguments->file != NULL;
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool train(struct model *model, size_t epochs)
{
    double start = seconds();
    printf("epoch             mse\n");
    for (size_t epoch = 1; epoch <= epochs; epoch++) {
        double loss;
        if (!model_epoch(model, &loss))
            return false;
        printf("%5zu  %14.9g\n", epoch, loss);
        if (!isfinite(loss) || !model_is_finite(model)) {
            fprintf(stderr, "linear: the loss is not finite in epoch %zu: a smaller --learning-rate may help\n", epoch);
            return false;
        }
    }
    printf("%.4f s at SIMD level %s, Lacuna %s\n", seconds() - start, lacuna_level_name(lacuna_level()), lacuna_version());
    printf("weights %016llx\n", (unsigned long long)model_hash(model));
    return true;
}

static bool run(const struct arguments *arguments)
{
    struct dataset data;
    struct model model;
    bool done = false;
    if (!dataset_read(&data, arguments->file, arguments->features))
        return false;
    printf("%zu rows, %zu features, %zu entries\n", data.rows, data.features, data.entries);
    // All memory that training takes is allocated here.
    if (model_create(&model, &data, &arguments->settings)) {
        done = train(&model, arguments->epochs);
        model_free(&model);
    }
    dataset_free(&data);
    return done;
}

int main(int count, char **texts)
{
    struct arguments arguments = {NULL, 10, 0, {32, 0.05F, 0.9F}};
    bool done = true;
    if (asks_for_help(count, texts))
        fputs(HELP, stdout);
    else
        done = parse_arguments(count, texts, &arguments) && run(&arguments);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "linear: standard output: %s\n", strerror(errno));
        done = false;
    }
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
