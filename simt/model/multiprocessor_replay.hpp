#pragma once

#include <map>
#include <string>

#include "simt/model/card_file.hpp"
#include "simt/model/launch_work.hpp"

namespace warpmark::model {

/// How long the multiprocessor with the most blocks needs if its resident blocks take turns on its
/// units and at its share of L2 and memory, in ns. `terms` are the times of each of these for the
/// whole launch. 0: the block's stages are not known.
double replay_multiprocessor_ns(const card_file& card, const launch_work& work,
                                const std::map<std::string, double>& terms);

}  // namespace warpmark::model
