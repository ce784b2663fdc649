// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @notice The fee that a relayer is paid for delivering a message.
struct TeleporterFeeInfo {
    address feeTokenAddress;
    uint256 amount;
}

/// @notice A message that an application asks the messenger to send.
/// @param allowedRelayerAddresses Who may deliver it; empty: anybody.
struct TeleporterMessageInput {
    bytes32 destinationBlockchainID;
    address destinationAddress;
    TeleporterFeeInfo feeInfo;
    uint256 requiredGasLimit;
    address[] allowedRelayerAddresses;
    bytes message;
}

/// @notice Says to the other chain that a message of its own was delivered, and by whom.
struct TeleporterMessageReceipt {
    uint256 receivedMessageNonce;
    address relayerRewardAddress;
}

/// @notice A message on its way.
struct TeleporterMessage {
    uint256 messageNonce;
    address originSenderAddress;
    bytes32 destinationBlockchainID;
    address destinationAddress;
    uint256 requiredGasLimit;
    address[] allowedRelayerAddresses;
    TeleporterMessageReceipt[] receipts;
    bytes message;
}

/// @notice The messenger's record of a message that it sent.
struct SentMessageInfo {
    bytes32 messageHash;
    TeleporterFeeInfo feeInfo;
}

/// @notice The kind of a transferrer's message.
enum TransferrerMessageType {
    RegisterRemote,
    SingleHopSend,
    SingleHopCall,
    MultiHopSend,
    MultiHopCall
}

/// @notice The envelope of everything that transferrers say to each other.
struct TransferrerMessage {
    TransferrerMessageType messageType;
    bytes payload;
}

/// @notice A remote introduces itself to its home.
struct RegisterRemoteMessage {
    uint256 initialReserveImbalance;
    uint8 homeTokenDecimals;
    uint8 remoteTokenDecimals;
}

/// @notice Tokens for a recipient on the other chain, in the remote's base units.
struct SingleHopSendMessage {
    address recipient;
    uint256 amount;
}

/// @notice A home's record of a remote.
/// @param collateralNeeded What must still be locked in the home before anything is sent.
/// @param tokenMultiplier Ten to the power of the difference in decimals.
/// @param multiplyOnRemote Whether the remote has more decimals than the home.
struct RemoteTokenTransferrerSettings {
    bool registered;
    uint256 collateralNeeded;
    uint256 tokenMultiplier;
    bool multiplyOnRemote;
}

/// @title What receives messages
interface ITeleporterReceiver {
    /// @notice Called by the messenger with a message from another chain.
    function receiveTeleporterMessage(bytes32 sourceBlockchainID, address originSenderAddress, bytes calldata message)
        external;
}
