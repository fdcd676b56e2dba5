#pragma once

#include <map>
#include <string>

namespace warpmark::model {

/// A time that is not measured but derived from counters, resources and a card file.
struct modelled_time {
  double ns = 0;
  std::string bound_by;                    ///< The largest term.
  std::map<std::string, double> terms_ns;  ///< The time of each term alone.
  std::string card;                        ///< The card of the constants: "NVIDIA H200".
};

}  // namespace warpmark::model
