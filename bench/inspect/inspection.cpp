#include "bench/inspect/inspection.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/inspect/contents.hpp"
#include "bench/inspect/kernel_set.hpp"
#include "bench/inspect/parameters.hpp"

namespace warpmark::inspect {
namespace {

// Buffers on the device, released at the end.
class device_buffers {
 public:
  device_buffers(const specification& specification, backend& machine)
      : specification_(specification), machine_(machine) {}
  ~device_buffers() {
    for (const auto& address : addresses_) machine_.release(address.second);
  }
  device_buffers(const device_buffers&) = delete;
  device_buffers& operator=(const device_buffers&) = delete;

  void fill() {
    for (const auto& buffer : specification_.buffers) {
      const device_pointer address = machine_.allocate(buffer.bytes());
      addresses_[buffer.name] = address;
      machine_.label(address, buffer.name, size_bytes(buffer.type));
      // The interpreter tracks unwritten bytes; a GPU gets a recognisable pattern.
      if (buffer.initial.fill_rule == initial_values::rule::uninitialised &&
          !machine_.capabilities().takes_time)
        continue;
      machine_.upload(address, make_contents(buffer, specification_.seed, specification_.folder));
    }
  }

  std::uint64_t address_of(const buffer_reference& reference) const {
    if (reference.name.empty()) return 0;
    const std::size_t step = size_bytes(specification_.find_buffer(reference.name)->type);
    return addresses_.at(reference.name) + reference.offset_bytes + step * reference.first_element;
  }

  std::vector<std::byte> image_of(const tensor_map_argument& argument) const {
    const std::string& name = argument.tensor.name;
    return machine_.encode(
        map_of(argument, *specification_.find_buffer(name), addresses_.at(name)));
  }

  std::vector<std::byte> read(const std::string& name) {
    std::vector<std::byte> result(specification_.find_buffer(name)->bytes());
    machine_.download(result, addresses_.at(name));
    return result;
  }

 private:
  const specification& specification_;
  backend& machine_;
  std::map<std::string, device_pointer> addresses_;
};

// The texture and surface objects of a launch, released at the end.
class texture_objects {
 public:
  explicit texture_objects(backend& machine) : machine_(machine) {}
  ~texture_objects() {
    for (const std::uint64_t handle : handles_) machine_.release_texture(handle);
  }
  texture_objects(texture_objects&& other) noexcept
      : machine_(other.machine_), handles_(std::exchange(other.handles_, {})) {}
  texture_objects(const texture_objects&) = delete;
  texture_objects& operator=(const texture_objects&) = delete;
  texture_objects& operator=(texture_objects&&) = delete;

  std::uint64_t add(const texture_description& described) {
    handles_.push_back(machine_.create_texture(described));
    return handles_.back();
  }
  /// Before and after each launch: a card may keep the texels in memory of its own.
  void take_buffers() const {
    for (const std::uint64_t handle : handles_) machine_.fill_texture(handle);
  }
  void give_buffers() const {
    for (const std::uint64_t handle : handles_) machine_.read_surface(handle);
  }

 private:
  backend& machine_;
  std::vector<std::uint64_t> handles_;
};

// Loads the kernel of a launch and sets its variables.
class loaded_launch {
 public:
  loaded_launch(const specification& specification, std::size_t index, backend& machine,
                const compiler::kernel_handle& kernel, const device_buffers& buffers)
      : launch_(specification.launches[index]),
        machine_(machine),
        handle_(machine.load(*kernel)),
        textures_(machine) {
    for (const auto& argument : launch_.arguments)
      values_.push_back(
          bytes_of(argument, {.address_of = [&](const auto& r) { return buffers.address_of(r); },
                              .image_of = [&](const auto& map) { return buffers.image_of(map); },
                              .handle_of =
                                  [&](const texture_reference& texture) {
                                    return textures_.add(describe(
                                        texture, *specification.find_buffer(texture.buffer),
                                        buffers.address_of({.name = texture.buffer})));
                                  }}));
    check_arguments(*kernel, values_);
    for (const auto& symbol : specification.symbols)
      if (symbol.file == launch_.file)
        write(symbol, *kernel,
              make_contents(symbol.contents, specification.seed, specification.folder));
  }

  std::optional<int> resident_blocks() const {
    return machine_.resident_blocks(handle_,
                                    static_cast<std::uint32_t>(launch_.shape.block.count()),
                                    launch_.shape.dynamic_shared_bytes);
  }

  bool overlaps_previous() const { return launch_.shape.programmatic; }

  /// Unless `waits`, the errors of the launch are those of a later one that waits.
  void run(bool waits) {
    const std::vector<std::span<const std::byte>> arguments(values_.begin(), values_.end());
    for (std::uint64_t i = 0; i < launch_.repeat; ++i) {
      textures_.take_buffers();
      machine_.enqueue(handle_, launch_.shape, arguments);
      textures_.give_buffers();
    }
    if (waits) machine_.synchronize();
  }

 private:
  void write(const symbol_definition& symbol, const compiler::compiled_kernel& kernel,
             const std::vector<std::byte>& contents) {
    const auto lowered = kernel.lowered_others.at("&" + symbol.contents.name);
    const memory_range place = machine_.variable(handle_, lowered);
    if (contents.size() > place.size_bytes)
      throw usage_error(fmt::format("constant {}: {} bytes for a variable of {}",
                                    symbol.contents.name, contents.size(), place.size_bytes));
    machine_.upload(place.address, contents);
  }

  const launch_definition& launch_;
  backend& machine_;
  backend::module_handle handle_;
  texture_objects textures_;
  std::vector<std::vector<std::byte>> values_;
};

// Line tables have a path that is absolute, or relative to the folder in which the kernel was
// compiled, which the cache may have kept from another run; reports use the name that the user
// gave.
void restore_names(launch_outcome& outcome, const std::map<std::string, prepared_source>& sources) {
  std::map<std::string, std::string> given;
  for (const auto& source : sources)
    given[std::filesystem::absolute(source.first).lexically_normal().string()] = source.first;
  const auto restore = [&](std::string& file) {
    for (const auto& [absolute, name] : given)
      if (absolute == file || absolute.ends_with("/" + file)) {
        file = name;
        return;
      }
  };
  for (auto& finding : outcome.findings) {
    restore(finding.file);
    if (finding.other) restore(finding.other->file);
  }
  for (auto& line : outcome.lines) restore(line.file);
}

launch_outcome observe(loaded_launch& launch, backend& machine, bool waits) {
  launch_outcome result;
  result.resident_blocks = launch.resident_blocks();
  try {
    launch.run(waits);
  } catch (const device_memory_error&) {
    throw;
  } catch (const device_error& error) {
    result.error = error.what();
  }
  result.findings = machine.take_findings();
  if (auto* interpreted = dynamic_cast<simt_backend*>(&machine)) {
    simt::interpreter& interpreter = interpreted->interpreter();
    result.counters = interpreter.take_counters().named();
    result.lines = interpreter.take_lines();
    result.phases = interpreter.take_phases();
  }
  return result;
}

}  // namespace

inspection inspect(const specification& specification, backend& machine,
                   const std::vector<std::string>& buffer_names,
                   const compiler::compiler_options& compile) {
  const std::string& architecture = !machine.capabilities().takes_time
                                        ? specification.architecture
                                        : machine.device().limits.architecture;
  const kernel_set kernels(specification, architecture, compile);
  inspection result{.backend = machine.name(),
                    .device = machine.device().name,
                    .sources = kernels.sources(),
                    .launches = {},
                    .contents = {},
                    .notes = kernels.notes()};
  device_buffers buffers(specification, machine);
  buffers.fill();
  std::vector<loaded_launch> launches;
  for (std::size_t i = 0; i < specification.launches.size(); ++i)
    launches.emplace_back(specification, i, machine, kernels.kernel(i), buffers);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    // On a card a launch can only overlap one that is not waited for.
    const bool waits = !machine.capabilities().takes_time || i + 1 == launches.size() ||
                       !launches[i + 1].overlaps_previous();
    result.launches.push_back(observe(launches[i], machine, waits));
    restore_names(result.launches.back(), result.sources);
    result.launches.back().launch = i;
    result.launches.back().kernel = kernels.kernel(i);
    if (!result.launches.back().error.empty()) return result;
  }
  for (const auto& name : buffer_names)
    if (!result.contents.contains(name)) result.contents[name] = buffers.read(name);
  return result;
}

kernel_ptx ptx_of(const specification& specification, const compiler::compiler_options& compile) {
  const kernel_set kernels(specification, specification.architecture, compile);
  kernel_ptx result{.by_file = {}, .notes = kernels.notes()};
  for (std::size_t i = 0; i < specification.launches.size(); ++i)
    result.by_file[specification.launches[i].file.string()] = kernels.kernel(i)->ptx;
  return result;
}

}  // namespace warpmark::inspect
