#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "simt/model/card_file.hpp"
#include "simt/model/modelled_time.hpp"

namespace warpmark {

/// A card constant and how far the modelled time falls if it is a tenth better.
struct constant_saving {
  std::string key;
  double value = 0;
  model::constant_kind kind = model::constant_kind::estimated;
  double saving = 0;  ///< A share of the time.
};

/// One verified execution of a point on the interpreter, with its modelled time.
struct modelled_execution {
  warpmark::point point;
  model::modelled_time time;
  std::size_t launches = 0;
  std::vector<constant_saving> constants;  ///< The largest first.
};

/// An execution without a modelled time: what() says why.
struct no_modelled_time : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The point of `selection` on that card; axes without a setting have their base. Throws
/// usage_error if it is none or several.
point point_to_explain(const registry& registry, selection selection, const variant& variant,
                       const model::card_file& card);

/// Interprets the point. Where the path of a block matters, it is interpreted again with each
/// constant that a path depends on. Throws no_modelled_time if its status is not ok, or if the
/// model does not cover what it does.
modelled_execution model_execution(const point& point,
                                   const std::shared_ptr<const model::card_file>& card);

}  // namespace warpmark
