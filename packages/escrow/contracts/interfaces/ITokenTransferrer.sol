// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @notice The destination of a transfer, as Avalanche's interchain token transfer (ICTT) takes it.
struct SendTokensInput {
    bytes32 destinationBlockchainID;
    address destinationTokenTransferrerAddress;
    address recipient;
    address primaryFeeTokenAddress;
    uint256 primaryFee;
    uint256 secondaryFee;
    uint256 requiredGasLimit;
    address multiHopFallback;
}

/// @title What the bridge asks of an ICTT TokenHome or TokenRemote
interface ITokenTransferrer {
    function send(SendTokensInput calldata input, uint256 amount) external;
}

/// @title What the bridge asks of Teleporter's registry
interface ITeleporterRegistry {
    /// @notice The messenger of the newest version, by which token transferrers send.
    function getLatestTeleporter() external view returns (ITeleporterMessenger);
}

/// @title What the bridge asks of the Teleporter messenger
interface ITeleporterMessenger {
    /// @notice The id that the next message to this destination will have.
    function getNextMessageID(bytes32 destinationBlockchainID) external view returns (bytes32);
}
