#pragma once

#include <map>
#include <string>

#include "simt/model/execution_work.hpp"

namespace warpmark::model {

/// A time that is not measured but derived from counters, resources and a card file.
struct modelled_time {
  double ns = 0;
  std::string bound_by;                    ///< The largest term.
  std::map<std::string, double> terms_ns;  ///< The time of each term alone.
  std::map<std::string, double> parts_ns;  ///< The terms that bind; they add up to `ns`.
  std::map<std::string, double> savings;   ///< As of work_savings().
  std::string card;                        ///< The card of the constants: "NVIDIA H200".
  execution_work work;                     ///< What the time is computed from.
};

}  // namespace warpmark::model
