#include "bench/plugins/plugin_plan.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/plugins/declared_buffers.hpp"
#include "bench/plugins/plugin_error.hpp"
#include "bench/plugins/point_values.hpp"

namespace warpmark::plugins {
namespace {

// A point of a variant, and what its open() made: from the first execution to the end of the plan.
class opened_variant {
 public:
  opened_variant(std::shared_ptr<const plugin_library> library, const warpmark_variant& variant,
                 problem problem, config config)
      : library_(std::move(library)),
        variant_(variant),
        problem_(std::move(problem)),
        config_(std::move(config)),
        point_(problem_, &config_) {}
  ~opened_variant() {
    if (is_open_ && variant_.close != nullptr) variant_.close(variant_.self, opened_);
  }
  opened_variant(const opened_variant&) = delete;
  opened_variant& operator=(const opened_variant&) = delete;

  void name_buffers(std::vector<std::string> names) {
    names_ = std::move(names);
    arrays_.resize(names_.size());
    for (std::size_t i = 0; i < names_.size(); ++i) arrays_[i].name = names_[i].c_str();
  }

  std::size_t scratch_bytes(const std::string& buffer) const {
    std::uint64_t bytes = 0;
    plugin_error error;
    if (variant_.scratch_bytes(variant_.self, point_.get(), buffer.c_str(), &bytes, error.get()) !=
        0)
      throw std::runtime_error(fmt::format("the size of '{}': {}", buffer, error.text()));
    if (bytes > inspect::max_buffer_bytes)
      throw std::runtime_error(
          fmt::format("the size of '{}': {} bytes; it has at most 2^40", buffer, bytes));
    return static_cast<std::size_t>(bytes);
  }

  void enqueue(const native_context& context) {
    open();
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      arrays_[i].data = context.buffers[i].address;
      arrays_[i].bytes = context.buffers[i].size_bytes;
    }
    const warpmark_call call{context.stream, point_.get(), {arrays_.data(), arrays_.size()}};
    plugin_error error;
    if (variant_.enqueue(variant_.self, opened_, &call, error.get()) != 0)
      throw std::runtime_error(error.text());
  }

 private:
  void open() {
    if (is_open_) return;
    plugin_error error;
    if (variant_.open != nullptr &&
        variant_.open(variant_.self, point_.get(), &opened_, error.get()) != 0)
      throw std::runtime_error("open(): " + error.text());
    is_open_ = true;
  }

  std::shared_ptr<const plugin_library> library_;
  const warpmark_variant& variant_;
  const problem problem_;
  const config config_;
  const point_values point_;
  std::vector<std::string> names_;
  std::vector<warpmark_array> arrays_;
  void* opened_ = nullptr;
  bool is_open_ = false;
};

buffer_role role_of(warpmark_role role) {
  switch (role) {
    case warpmark_input:
      return buffer_role::input;
    case warpmark_scratch:
      return buffer_role::scratch;
    case warpmark_state:
      return buffer_role::state;
    default:
      return buffer_role::output;
  }
}

}  // namespace

launch_plan plan_of(const std::shared_ptr<const plugin_library>& library,
                    const warpmark_family* family, const warpmark_variant& variant,
                    const problem& problem, const config& config) {
  auto buffers = family != nullptr ? buffers_of(*family, problem) : std::vector<declared_buffer>{};
  for (auto& own : buffers_of(variant, problem, config, family == nullptr))
    buffers.push_back(std::move(own));

  const auto opened = std::make_shared<opened_variant>(library, variant, problem, config);
  launch_plan plan;
  native_step step{.name = fmt::format("{} of {}", variant.name, library->name()), .foreign = true};
  std::vector<std::string> names;
  for (const auto& buffer : buffers) {
    const auto bytes = static_cast<std::size_t>(buffer.bytes());
    if (buffer.role == warpmark_inout) {
      // The contents are kept beside the buffer, under the same name.
      plan.buffers.push_back({buffer.name, buffer_role::input, bytes});
      plan.restore.emplace_back(copy_step{{plan.buffers.size()}, {plan.buffers.size() - 1}, bytes});
    }
    buffer_spec spec{buffer.name, role_of(buffer.role), bytes};
    if (buffer.is_asked())
      spec.ask_size_bytes = [opened, name = buffer.name] { return opened->scratch_bytes(name); };
    step.buffers.push_back({plan.buffers.size()});
    names.push_back(buffer.name);
    plan.buffers.push_back(std::move(spec));
  }
  opened->name_buffers(std::move(names));
  step.call = [opened](const native_context& context) { opened->enqueue(context); };
  plan.steps.emplace_back(std::move(step));
  plan.inputs_are_checked = true;
  return plan;
}

}  // namespace warpmark::plugins
