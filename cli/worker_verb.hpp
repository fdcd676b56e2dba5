#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "bench/workers/line_channel.hpp"

namespace warpmark {

/// Carries out an order and reports over the channel. Returns the exit status.
using order_work = std::function<int(workers::line_channel& channel, const journal::json& order)>;

/// Adds a verb that another process of this program starts, with a channel on descriptor 3; it is
/// not in --help. The first message is the order. An exception is reported as {"failed": why}; a
/// closed channel means that the other process has finished or ended. Nothing is destroyed at the
/// end: a compilation that hangs would have to end first.
void add_worker_verb(CLI::App& program, const std::string& name, const std::string& description,
                     order_work work);

}  // namespace warpmark
