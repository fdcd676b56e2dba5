#include <fmt/format.h>

#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {

std::string place_text(const kernel_program& program, std::uint32_t site) {
  const code_place& place = program.places[site];
  if (place.source.line == 0) return fmt::format("PTX line {}", place.ptx_line);
  return fmt::format("{} (PTX line {})", program.sources.users_text(place.source), place.ptx_line);
}

}  // namespace warpmark::simt
