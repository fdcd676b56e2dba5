// The device side of S10: finds CUB's scan for an element type, operator and kind. Instantiations
// are in one file per operator, since each takes long to compile.

#include <cstring>

#include "variants/scan/shared/vendor_cub.cuh"

extern "C" __attribute__((visibility("default"))) warpmark::vendor::cub_scan warpmark_cub_scan(
    const char* type, const char* op, const char* kind) {
  using namespace warpmark::vendor;
  const struct {
    const char* op;
    const scan_entry* table;
  } tables[] = {{"sum", scan_sums()},
                {"min", scan_minima()},
                {"max", scan_maxima()},
                {"recurrence", scan_recurrences()}};
  for (const auto& of_op : tables) {
    if (std::strcmp(of_op.op, op) != 0) continue;
    for (const scan_entry* each = of_op.table; each->type != nullptr; ++each)
      if (std::strcmp(each->type, type) == 0)
        return std::strcmp(kind, "inclusive") == 0 ? each->inclusive : each->exclusive;
  }
  return nullptr;
}
