#include "bench/sampling/measuring_options.hpp"

namespace warpmark {

std::string_view name(cache_state state) {
  switch (state) {
    case cache_state::cold:
      return "cold";
    case cache_state::hot:
      return "hot";
    case cache_state::rotated:
      break;
  }
  return "rotated";
}

std::string_view name(input_choice choice) {
  return choice == input_choice::fixed ? "fixed" : "rotating";
}

}  // namespace warpmark
