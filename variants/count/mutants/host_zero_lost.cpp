// H2: a search that does not stop at the last record in use.

#include "variants/count/shared/host_mutant.hpp"

namespace warpmark::count::mutants {

namespace {

void search_all_records(std::span<const std::uint8_t> keys, int, std::span<value_count> table) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (place_of(keys[i], table, table.size()) == table.size())
      table[used++] = {keys[i], times_from(keys, i)};
}

}  // namespace

variant host_zero_lost() {
  return host_mutant(
      {.name = "host_zero_lost",
       .source = "dca-2016, 'The Code Optimized Using Intel OpenMP Performance Library'",
       .fault = {"A key is looked up in all records of the table, also in unused ones, which hold "
                 "zeros, so that the key 0 seems to be known already, and is lost.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{64}}, {"dist", "distinct"}}},
      search_all_records);
}

}  // namespace warpmark::count::mutants
