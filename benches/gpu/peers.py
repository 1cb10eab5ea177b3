#!/usr/bin/env python3
"""Times PyTorch, cuSPARSE and CuPy on the inputs of `gpu inputs DIR`, in the lines of `gpu measure`.

A library that is missing is passed over with a line on stderr. What a line compares with what: README.md.
"""

import argparse
import sys

import clock
import inputs


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", help="the folder of the inputs")
    parser.add_argument("--only", default="", help="names of workloads, or their beginnings, separated by commas")
    parser.add_argument("--batches", type=int, default=12, help="batches of each line")
    parser.add_argument("--milliseconds", type=float, default=20, help="least time of a batch")
    parser.add_argument("--cpu", action="store_true", help="PyTorch on the CPU, to try this script: such times mean nothing")
    parser.add_argument("--list", action="store_true", help="print the names of the workloads that other libraries have")
    parsed = parser.parse_args()
    if not parsed.list and parsed.folder is None:
        parser.error("the folder of the inputs is missing")
    if parsed.batches < 1:
        parser.error("there is at least one batch")
    return parsed


def main():
    options = arguments()
    if options.list:
        print("\n".join(inputs.workloads()))
        return 0
    only = [part for part in options.only.split(",") if part]
    folder = inputs.Inputs(options.folder)
    try:
        folder.rows()
    except (OSError, ValueError) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 1
    report = clock.Report(only, options.batches, options.milliseconds)
    print(clock.HEADLINE, flush=True)
    found = with_torch(options, report, folder)
    if not options.cpu:
        found = with_cupy(report, folder) or found
    return 0 if found else 2


def with_torch(options, report, folder):
    try:
        import torch
    except ImportError as error:
        clock.skip("torch", error)
        return False
    if not options.cpu and not torch.cuda.is_available():
        clock.skip("torch", "it finds no GPU")
        return False
    import by_cusparse
    import by_torch

    print(f"# PyTorch {torch.__version__}", flush=True)
    by_torch.run(torch, "cpu" if options.cpu else "cuda", report, folder)
    if options.cpu:
        return True
    try:
        library = by_cusparse.Library(torch)
    except (OSError, RuntimeError, AttributeError) as error:
        clock.skip("cuSPARSE", error)
        return True
    print(f"# cuSPARSE {library.version()}, as PyTorch loads it", flush=True)
    by_cusparse.run(torch, library, report, folder)
    torch.cuda.empty_cache()
    return True


def with_cupy(report, folder):
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except Exception as error:  # noqa: BLE001: CuPy has errors of its own where there is no driver.
        clock.skip("cupy", error)
        return False
    import by_cupy

    print(f"# CuPy {cupy.__version__}", flush=True)
    by_cupy.run(cupy, report, folder)
    return True


if __name__ == "__main__":
    sys.exit(main())
