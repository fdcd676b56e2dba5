// Finds CUB's sort by a method, for a type of keys and of payloads. Instantiations are in one file
// per method, since each takes long to compile.

#include <cstring>
#include <cuda_runtime_api.h>

#include "variants/sort/shared/vendor_cub.cuh"

extern "C" __attribute__((visibility("default"))) warpmark::vendor::cub_sort warpmark_cub_sort(
    const char* method, const char* type, const char* payload) {
  using namespace warpmark::vendor;
  const bool merges = std::strcmp(method, "merge") == 0;
  if (!merges && std::strcmp(method, "radix") != 0) return nullptr;
  for (const sort_entry* each = merges ? merge_sorts() : radix_sorts(); each->type != nullptr;
       ++each)
    if (std::strcmp(each->type, type) == 0)
      return std::strcmp(payload, "none") == 0  ? each->keys
             : std::strcmp(payload, "u32") == 0 ? each->pairs
                                                : nullptr;
  return nullptr;
}
