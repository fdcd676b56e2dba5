#include "cli/worker_verb.hpp"

#include <chrono>
#include <cstdlib>
#include <exception>
#include <utility>

#include "bench/workers/worker_process.hpp"
#include "cli/exit_codes.hpp"

namespace warpmark {
namespace {

using namespace std::chrono_literals;

int serve_order(const order_work& work) {
  workers::line_channel channel(workers::worker_socket);
  try {
    const auto order = channel.receive(1h);
    if (!order) return exit_usage;
    try {
      return work(channel, *order);
    } catch (const workers::channel_closed&) {
      throw;
    } catch (const std::exception& error) {
      channel.send({{"failed", error.what()}});
      return exit_usage;
    }
  } catch (const workers::channel_closed&) {
    return exit_ok;
  }
}

}  // namespace

void add_worker_verb(CLI::App& program, const std::string& name, const std::string& description,
                     order_work work) {
  CLI::App* verb = program.add_subcommand(name, description);
  verb->group("");
  verb->callback([work = std::move(work)] { std::_Exit(serve_order(work)); });
}

}  // namespace warpmark
