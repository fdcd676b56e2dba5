#include "bench/backends/cuda/nvml_api.hpp"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>

namespace warpmark::cuda {
namespace {

constexpr int sm_clock = 1;         // NVML_CLOCK_SM
constexpr int memory_clock = 2;     // NVML_CLOCK_MEM
constexpr int gpu_temperature = 0;  // NVML_TEMPERATURE_GPU
constexpr int corrected = 0;        // NVML_MEMORY_ERROR_TYPE_CORRECTED
constexpr int uncorrected = 1;      // NVML_MEMORY_ERROR_TYPE_UNCORRECTED
constexpr int since_load = 0;       // NVML_VOLATILE_ECC
constexpr std::uint64_t hz_per_mhz = 1'000'000;

using return_code = int;

constexpr unsigned max_processes = 64;

template <class Function>
void find(void* library, Function*& into, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (into == nullptr) into = reinterpret_cast<Function*>(dlsym(library, name));
}

/// The value that an entry point writes, if it exists and succeeds.
template <class Value, class Function, class... Args>
std::optional<Value> ask(Function* call, void* device, Args... args) {
  Value value{};
  if (call == nullptr || device == nullptr || call(device, args..., &value) != 0)
    return std::nullopt;
  return value;
}

std::optional<std::uint64_t> hz(std::optional<unsigned> mhz) {
  if (!mhz) return std::nullopt;
  return *mhz * hz_per_mhz;
}

std::optional<double> watts(std::optional<unsigned> milliwatts) {
  if (!milliwatts) return std::nullopt;
  return *milliwatts / 1000.0;
}

}  // namespace

struct nvml_card::entry_points {
  /// nvmlProcessInfo_t of the _v3 entry point.
  struct process_entry {
    unsigned pid;
    unsigned long long used_memory_bytes;
    unsigned gpu_instance;
    unsigned compute_instance;
  };

  return_code (*init)() = nullptr;
  return_code (*driver_version)(char*, unsigned) = nullptr;
  return_code (*by_uuid)(const char*, void**) = nullptr;
  return_code (*parent_of_mig)(void*, void**) = nullptr;
  return_code (*clock)(void*, int, unsigned*) = nullptr;
  return_code (*max_clock)(void*, int, unsigned*) = nullptr;
  return_code (*temperature)(void*, int, unsigned*) = nullptr;
  return_code (*power)(void*, unsigned*) = nullptr;
  return_code (*energy)(void*, unsigned long long*) = nullptr;
  return_code (*power_limit)(void*, unsigned*) = nullptr;
  return_code (*throttle)(void*, unsigned long long*) = nullptr;
  return_code (*ecc)(void*, unsigned*, unsigned*) = nullptr;
  return_code (*ecc_errors)(void*, int, int, unsigned long long*) = nullptr;
  return_code (*mig)(void*, unsigned*, unsigned*) = nullptr;
  return_code (*persistence)(void*, unsigned*) = nullptr;
  return_code (*application_clock)(void*, int, unsigned*) = nullptr;
  return_code (*processes)(void*, unsigned*, process_entry*) = nullptr;
  bool ready = false;

  entry_points() {
    const char* name = std::getenv("WARPMARK_LIBNVML");
    void* library = dlopen(name != nullptr && *name != '\0' ? name : "libnvidia-ml.so.1",
                           RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    find(library, init, {"nvmlInit_v2"});
    find(library, driver_version, {"nvmlSystemGetDriverVersion"});
    find(library, by_uuid, {"nvmlDeviceGetHandleByUUID"});
    find(library, parent_of_mig, {"nvmlDeviceGetDeviceHandleFromMigDeviceHandle"});
    find(library, clock, {"nvmlDeviceGetClockInfo"});
    find(library, max_clock, {"nvmlDeviceGetMaxClockInfo"});
    find(library, temperature, {"nvmlDeviceGetTemperature"});
    find(library, power, {"nvmlDeviceGetPowerUsage"});
    find(library, energy, {"nvmlDeviceGetTotalEnergyConsumption"});
    find(library, power_limit,
         {"nvmlDeviceGetEnforcedPowerLimit", "nvmlDeviceGetPowerManagementLimit"});
    find(library, throttle,
         {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    find(library, ecc, {"nvmlDeviceGetEccMode"});
    find(library, ecc_errors, {"nvmlDeviceGetTotalEccErrors"});
    find(library, mig, {"nvmlDeviceGetMigMode"});
    find(library, persistence, {"nvmlDeviceGetPersistenceMode"});
    find(library, application_clock, {"nvmlDeviceGetApplicationsClock"});
    find(library, processes, {"nvmlDeviceGetComputeRunningProcesses_v3"});
    ready = init != nullptr && by_uuid != nullptr && init() == 0;
  }
};

nvml_card::nvml_card(const std::string& uuid) {
  // Kept for the lifetime of the process: nvmlInit and nvmlShutdown per reading cost milliseconds.
  static const entry_points calls;
  if (!calls.ready) return;
  calls_ = &calls;
  if (calls.by_uuid(uuid.c_str(), &device_) != 0) device_ = nullptr;
  void* whole = nullptr;
  // Sensors belong to the card, not to a slice of it.
  is_slice_ = uuid.starts_with("MIG-");
  if (is_slice_ && device_ != nullptr && calls.parent_of_mig != nullptr &&
      calls.parent_of_mig(device_, &whole) == 0)
    device_ = whole;
}

std::string nvml_card::driver_version() const {
  std::array<char, 96> text{};
  if (calls_ == nullptr || calls_->driver_version == nullptr ||
      calls_->driver_version(text.data(), static_cast<unsigned>(text.size())) != 0)
    return "";
  return text.data();
}

std::optional<std::uint64_t> nvml_card::max_sm_clock_hz() const {
  if (!found()) return std::nullopt;
  return hz(ask<unsigned>(calls_->max_clock, device_, sm_clock));
}

std::optional<std::uint64_t> nvml_card::max_memory_clock_hz() const {
  if (!found()) return std::nullopt;
  return hz(ask<unsigned>(calls_->max_clock, device_, memory_clock));
}

std::optional<double> nvml_card::power_limit_w() const {
  if (!found()) return std::nullopt;
  return watts(ask<unsigned>(calls_->power_limit, device_));
}

std::optional<bool> nvml_card::ecc() const {
  unsigned pending = 0;
  unsigned current = 0;
  if (!found() || calls_->ecc == nullptr || calls_->ecc(device_, &current, &pending) != 0)
    return std::nullopt;
  return current != 0;
}

std::optional<bool> nvml_card::mig() const {
  unsigned pending = 0;
  unsigned current = 0;
  if (!found() || calls_->mig == nullptr || calls_->mig(device_, &current, &pending) != 0)
    return std::nullopt;
  return current != 0;
}

std::optional<bool> nvml_card::persistence() const {
  if (!found()) return std::nullopt;
  const auto mode = ask<unsigned>(calls_->persistence, device_);
  if (!mode) return std::nullopt;
  return *mode != 0;
}

std::optional<std::uint64_t> nvml_card::application_sm_clock_hz() const {
  if (!found()) return std::nullopt;
  return hz(ask<unsigned>(calls_->application_clock, device_, sm_clock));
}

machine_state nvml_card::clock_state() const {
  if (!found()) return {};
  machine_state now;
  now.sm_clock_hz = hz(ask<unsigned>(calls_->clock, device_, sm_clock));
  if (const auto reasons = ask<unsigned long long>(calls_->throttle, device_))
    now.throttle_reasons = *reasons;
  return now;
}

machine_state nvml_card::state() const {
  if (!found()) return {};
  machine_state now = clock_state();
  now.memory_clock_hz = hz(ask<unsigned>(calls_->clock, device_, memory_clock));
  if (const auto degrees = ask<unsigned>(calls_->temperature, device_, gpu_temperature))
    now.temperature_c = *degrees;
  now.power_w = power_w();
  now.other_processes = other_processes();
  const auto ecc_errors = [&](int kind) -> std::optional<std::uint64_t> {
    return ask<unsigned long long>(calls_->ecc_errors, device_, kind, since_load);
  };
  now.ecc_corrected = ecc_errors(corrected);
  now.ecc_uncorrected = ecc_errors(uncorrected);
  return now;
}

std::optional<std::uint64_t> nvml_card::energy_mj() const {
  if (!found()) return std::nullopt;
  return ask<unsigned long long>(calls_->energy, device_);
}

std::optional<double> nvml_card::power_w() const {
  if (!found()) return std::nullopt;
  return watts(ask<unsigned>(calls_->power, device_));
}

std::optional<unsigned> nvml_card::other_processes() const {
  if (!found() || calls_->processes == nullptr) return std::nullopt;
  std::array<entry_points::process_entry, max_processes> running{};
  unsigned count = max_processes;
  if (calls_->processes(device_, &count, running.data()) != 0) return std::nullopt;
  // In a container the process ids may belong to another namespace. This process has a context, so
  // it is subtracted instead of looked up.
  return count == 0 ? 0 : count - 1;
}

}  // namespace warpmark::cuda
