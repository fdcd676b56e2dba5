#pragma once

#include <map>
#include <string>

namespace warpmark::model {

/// A time that no clock has seen: concluded from counters, resources and a card file.
struct modelled_time {
  double ns = 0;
  std::string bound_by;                    ///< The term that most of the time is due to.
  std::map<std::string, double> terms_ns;  ///< What each term alone would take.
  std::string card;                        ///< "NVIDIA H200": whose constants.
};

}  // namespace warpmark::model
