"""`tune_kernel` and `run_kernel` as Kernel Tuner has them: its scripts run with another import.

>>> import numpy as np
>>> from warpmark.kernel_tuner import tune_kernel
>>> source = '''
... __global__ void vector_add(float *c, float *a, float *b, int n) {
...   int i = blockIdx.x * block_size_x + threadIdx.x;
...   if (i < n) c[i] = a[i] + b[i];
... }'''
>>> a = np.arange(1000, dtype=np.float32)
>>> args = [np.zeros_like(a), a, a, np.int32(1000)]
>>> answer = [a + a, None, None, None]
>>> tune_params = {"block_size_x": [32, 64]}
>>> results, env = tune_kernel(
...     "vector_add", source, 1000, args, tune_params, answer=answer, backend="simt", quiet=True
... )
>>> [each["block_size_x"] for each in results], env["best_config"] in results
([32, 64], True)
"""

from warpmark.kernel_tuner.running import run_kernel
from warpmark.kernel_tuner.tuning import tune_kernel

__all__ = ["run_kernel", "tune_kernel"]
