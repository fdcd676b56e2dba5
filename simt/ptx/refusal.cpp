#include "simt/ptx/refusal.hpp"

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/errors.hpp"
#include "simt/ptx/features.hpp"

namespace warpmark::simt {

void refuse(const source_table& sources, const std::string& kernel, const statement& statement,
            const std::string& why) {
  const ptx_feature feature = feature_of(statement);
  const bool has_name = *feature.name != '\0', has_advice = *feature.advice != '\0';
  throw unsupported_instruction(fmt::format(
      "simt: {} (PTX line {}): kernel {} uses {}'{}': {}{}{}", sources.users_text(statement.place),
      statement.ptx_line, demangled(kernel), has_name ? std::string(feature.name) + ", " : "",
      shown(statement), why, has_advice ? "; " : "", feature.advice));
}

}  // namespace warpmark::simt
